"""Counts and prints checks, one line each."""


class Checks:
    def __init__(self):
        self.passed = 0
        self.failed = 0
        self.chapter = ""

    def that(self, condition, title, found=""):
        """Checks a condition. `found` is printed when it doesn't hold."""
        if condition:
            self.passed += 1
            print(f"ok   {self.chapter}: {title}", flush=True)
        else:
            self.failed += 1
            detail = f" (found: {str(found)[:400]})" if found != "" else ""
            print(f"FAIL {self.chapter}: {title}{detail}", flush=True)
        return bool(condition)

    def equal(self, value, expected, title):
        return self.that(value == expected, title, f"{value!r}, not {expected!r}")

    def status(self, answer, expected, title):
        """Checks the status of a response, and prints the body if it differs."""
        return self.that(answer.status == expected, title, f"{answer.status} {answer.text[:300]}")
