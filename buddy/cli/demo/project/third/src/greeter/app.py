"""Greets people, quietly or not."""

LANGUAGES = ("en",)


def greet(name):
    return f"Hello, {name}!"


def shout(name, style="upper"):
    return eval(f"greet(name).{style}()")
