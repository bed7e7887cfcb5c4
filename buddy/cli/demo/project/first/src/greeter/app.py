"""Greets people."""


def greet(name):
    return f"Hello, {name}!"


def shout(name, style="upper"):
    volume = 11
    return eval(f"greet(name).{style}()")
