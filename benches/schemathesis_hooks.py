"""Existing tables and replays and valid bodies for schemathesis, which could not guess their ids.

Three of four requests for a table or a replay get an existing one, half of them with a valid body; the rest stay
random. At the end every operation must have succeeded at least once, or it was not tested; the counts go to the
file that LUDORUM_COUNTS names.
"""

import atexit
import collections
import json
import os
import random
import time
import urllib.error
import urllib.request

import schemathesis

URL = os.environ["LUDORUM_URL"] + "/api/"
TOKEN = os.environ["LUDORUM_TOKEN"]
COUNTS = collections.defaultdict(collections.Counter)
RANDOM = random.Random(1)

SETTINGS = {"name": "test", "game": "tictactoe"}
AGENT = {"kind": "agent", "spec": "random"}
HERE = {"kind": "here", "name": "host"}
OPEN = {"kind": "open"}
AGENT_FILE = {"files": [{"path": "bot.py", "content": "print()"}]}

# Valid input for each operation: the seats of its table, its password, and a body.
VALID_INPUT = {
    "GET /api/tables/{id}": ([HERE], None, None),
    "PATCH /api/tables/{id}": ([HERE], None, SETTINGS),
    "POST /api/tables/{id}/join": ([OPEN, AGENT], None, {"name": "guest"}),
    "POST /api/tables/{id}/enter": ([HERE], "sesame", {"password": "sesame"}),
    "POST /api/tables/{id}/leave": ([HERE], None, None),
    "POST /api/tables/{id}/ready": ([HERE], None, {"ready": True}),
    "PUT /api/tables/{id}/seats/{seat}": ([HERE], None, AGENT),
    "POST /api/tables/{id}/start": ([HERE, AGENT], None, None),
    "POST /api/tables": ([], None, {"settings": SETTINGS, "name": "host"}),
    "POST /api/match": ([], None, {"game": "tictactoe", "agents": ["random", "random"], "games": 2}),
    "POST /api/agents": ([], None, AGENT_FILE),
}


def ask(method, path, body=None):
    request = urllib.request.Request(URL + path, method=method)
    request.add_header("Authorization", "Bearer " + TOKEN)
    request.add_header("Content-Type", "application/json")
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(request, data) as answer:
        return json.loads(answer.read())


def open_table(seats, password):
    new = {"settings": SETTINGS, "name": "host", "seats": seats, "password": password}
    return ask("POST", "tables", new)["id"]


def finished_game():
    ask("POST", f"tables/{open_table([AGENT, AGENT], None)}/start")
    while not (replays := ask("GET", "replays")):
        time.sleep(0.05)
    return replays[0]["id"]


REPLAY = finished_game()


@schemathesis.hook
def before_call(context, case, kwargs):
    if RANDOM.random() < 0.25:
        return
    label = case.operation.label
    if label == "GET /api/replays/{id}":
        case.path_parameters["id"] = REPLAY
    if label == "GET /api/variants/{spec}":
        case.path_parameters["spec"] = "tictactoe"
    if label == "DELETE /api/agents/{name}":
        try:
            ask("POST", "agents", AGENT_FILE)
        except urllib.error.HTTPError:
            pass  # Already installed.
        case.path_parameters["name"] = "bot"
    if label not in VALID_INPUT:
        return
    seats, password, body = VALID_INPUT[label]
    if "{id}" in label:
        case.path_parameters["id"] = open_table(seats, password)
    if RANDOM.random() < 0.5:
        if "{seat}" in label:
            case.path_parameters["seat"] = 1
        if body is not None:
            case.body = body
            case.media_type = "application/json"


@schemathesis.hook
def after_call(context, case, response):
    COUNTS[case.operation.label][response.status_code] += 1


@atexit.register
def write_counts():
    with open(os.environ["LUDORUM_COUNTS"], "w", encoding="utf-8") as file:
        for label, statuses in sorted(COUNTS.items()):
            counts = " ".join(f"{status}:{count}" for status, count in sorted(statuses.items()))
            never = "" if any(200 <= status < 300 for status in statuses) else "   NEVER SUCCEEDED"
            file.write(f"{label:40} {counts}{never}\n")
