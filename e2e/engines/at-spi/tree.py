"""What AT-SPI tells assistive technology of a browser's page, as JSON: `tree.py APPLICATION TITLE`."""

import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib

STATES = {
    "required": Atspi.StateType.REQUIRED,
    "invalid": Atspi.StateType.INVALID_ENTRY,
    "focused": Atspi.StateType.FOCUSED,
    "enabled": Atspi.StateType.ENABLED,
    "editable": Atspi.StateType.EDITABLE,
}
# Of the browser's own windows there may be any number around the page.
DEPTH = 60


def children(node):
    return filter(None, map(node.get_child_at_index, range(node.get_child_count())))


def find(node, title, depth=DEPTH):
    """The page of that title."""
    if node.get_role_name() == "document web" and node.get_name() == title:
        return node
    found = (find(child, title, depth - 1) for child in children(node)) if depth else ()
    return next(filter(None, found), None)


def text_of(node):
    """Firefox has in it what Chromium names a node by; an object that stands in it is one character."""
    text = node.get_text_iface()
    return text and Atspi.Text.get_text(text, 0, Atspi.Text.get_character_count(text)) or ""


def flat(node):
    """Each node in reading order, those of frames in the place of the frame."""
    states = node.get_state_set()
    yield {
        "role": node.get_role_name(),
        "name": node.get_name(),
        "text": text_of(node),
        "description": node.get_description(),
        "states": [name for name, state in STATES.items() if states.contains(state)],
    }
    for child in children(node):
        yield from flat(child)


def read(application, title):
    for browser in children(Atspi.get_desktop(0)):
        page = application in browser.get_name().lower() and find(browser, title)
        if page:
            return list(flat(page))
    return []


try:
    print(json.dumps(read(*sys.argv[1:])))
except GLib.Error:
    # A node went while it was read.
    print("[]")
