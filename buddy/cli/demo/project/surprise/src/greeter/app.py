"""Greets people."""

import random

GREETINGS = ("Hello, {}!", "Ahoy, {}!", "Good to see you, {}!")


def greet(name):
    return f"Hello, {name}!"


def surprise(name):
    return random.choice(GREETINGS).format(name)
