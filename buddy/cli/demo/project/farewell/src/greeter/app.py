"""Greets people, and sees them off."""

import random

FAREWELLS = ("Goodbye, {}!", "Fare well, {}!")


def greet(name):
    return f"Hello, {name}!"


def see_off(name):
    return random.choice(FAREWELLS).format(name)
