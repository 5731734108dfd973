"""Runs one test of Eclipse Paho's conformance suites as it is. Its own command line hands its options on to unittest,
which refuses them, so the names that its last lines set are set here.

conformance.py client_test5.py 1883 test_basic    one test; exits with 0 when it passes
conformance.py client_test5.py                    prints the names of its tests, as JSON
"""

import importlib.util
import json
import sys
import unittest


def load(name):
    spec = importlib.util.spec_from_file_location("suite", name)
    suite = importlib.util.module_from_spec(spec)
    sys.modules["suite"] = suite
    spec.loader.exec_module(suite)
    return suite


def set_globals(suite, name, port):
    prefix = "client_test5/" if name == "client_test5.py" else ""
    suite.topic_prefix = prefix
    suite.topics = [prefix + topic for topic in ["TopicA", "TopicA/B", "Topic/C", "TopicA/C", "/TopicA"]]
    suite.wildtopics = [prefix + topic for topic in ["TopicA/+", "+/C", "#", "/#", "/+", "+/+", "TopicA/#"]]
    suite.nosubscribe_topics = ("test/nosubscribe",)
    suite.host = "127.0.0.1"
    suite.port = port


def main():
    name = sys.argv[1]
    sys.path.insert(0, ".")
    suite = load(name)
    names = unittest.defaultTestLoader.getTestCaseNames(suite.Test)
    if len(sys.argv) == 2:
        print(json.dumps(names))
        return
    set_globals(suite, name, int(sys.argv[2]))
    chosen = unittest.TestSuite([suite.Test(sys.argv[3])])
    result = unittest.TextTestRunner(verbosity=2).run(chosen)
    sys.stdout.flush()
    sys.stderr.flush()
    # Threads of the suite's clients would keep it alive.
    import os

    os._exit(0 if result.wasSuccessful() and result.testsRun == 1 else 1)


main()
