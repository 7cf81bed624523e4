"""`ludorum agent new NAME --lang python`: the new agent plays, passes its test and can be installed."""

import os
import subprocess
import sys

import pytest

LUDORUM = os.environ.get("LUDORUM")
pytestmark = pytest.mark.skipif(not LUDORUM, reason="LUDORUM is not set; make test-python sets it")


@pytest.fixture
def run(tmp_path):
    """Runs the program in a folder with its own agent registry and settings."""
    environment = dict(
        os.environ, LUDORUM_AGENTS=str(tmp_path / "agents"), LUDORUM_CONFIG=str(tmp_path / "config")
    )
    environment.pop("LUDORUM_RUN_PY", None)

    def run(*words, fails=False, **more):
        done = subprocess.run(
            [LUDORUM, *words], cwd=tmp_path, env=dict(environment, **more), capture_output=True, text=True
        )
        assert (done.returncode != 0) == fails, done.stdout + done.stderr
        return done.stdout + done.stderr

    return run


def test_a_new_agent_plays_and_passes_its_test(run, tmp_path):
    assert "created ./my-bot" in run("agent", "new", "my-bot", "--lang", "python")
    folder = tmp_path / "my-bot"
    assert sorted(path.name for path in folder.iterdir()) == ["agent.toml", "main.py", "test_my_bot.py"]
    done = subprocess.run([sys.executable, "test_my_bot.py"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    output = run("--python", sys.executable, "match", "tictactoe", "exec:my-bot", "random", "--games", "10", "--json", "-")
    assert '"forfeit"' not in output and '"played": 10' in output


def test_it_is_installed_and_checked_in_every_game(run):
    run("agent", "new", "walker")
    run("agent", "add", "walker")
    output = run("--python", sys.executable, "agent", "check", "walker", "--games", "1")
    assert "all checks passed" in output and "colonizers" in output


def test_which_python_runs_it_is_a_setting(run, tmp_path):
    run("agent", "new", "walker")
    match = ["match", "tictactoe", "exec:walker", "random", "--games", "2", "--json", "-"]
    assert "no-such-python" in run("--python", "no-such-python", *match)
    config = tmp_path / "config"
    config.mkdir()
    (config / "runners.toml").write_text(f'py = "{sys.executable}"\n')
    assert '"forfeit"' not in run(*match)
    assert "no-such-python" in run(*match, LUDORUM_RUN_PY="no-such-python")
    (config / "runners.toml").write_text("py = 3\n")
    assert "runners.toml" in run(*match, fails=True)


def test_names_that_are_none_and_folders_that_are_there_are_refused(run):
    assert "is not a valid name" in run("agent", "new", "My Bot", fails=True)
    run("agent", "new", "walker")
    assert "cannot create" in run("agent", "new", "walker", fails=True)
