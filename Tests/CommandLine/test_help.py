"""Help texts and completion scripts."""

import subprocess

from cases import CommandCase

COMMANDS = [
    "list", "search", "show", "open", "share", "add", "edit", "state", "renew", "bump", "delete",
    "import", "export"]


class Help(CommandCase):
    def test_every_command_has_one(self):
        overview = self.run_ok("help")
        for command in COMMANDS:
            self.assertIn(f"  {command} ", overview)
            text = self.run_ok("help", command)
            self.assertIn("USAGE: openmarket " + command, text)
            self.assertIn("OPENMARKET_SERVER", text)

    def test_exit_codes_are_told(self):
        for command in COMMANDS:
            if command != "open":
                self.assertIn("Exit codes: 0 done", self.run_ok("help", command))

    def test_unknown_commands_and_options_are_64(self):
        self.run_expecting(64, "lsit")
        self.run_expecting(64, "list", "--colour")
        self.run_expecting(64, "add")
        self.run_expecting(64, "import")


class Completion(CommandCase):
    def test_bash_can_read_it(self):
        script = self.run_ok("--generate-completion-script", "bash")
        checked = subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True)
        self.assertEqual((checked.returncode, checked.stderr), (0, ""))
        for command in COMMANDS:
            self.assertIn(command, script)

    def test_bash_completes_commands(self):
        script = self.run_ok("--generate-completion-script", "bash")
        ask = script + '\nCOMP_WORDS=(openmarket exp); COMP_CWORD=1; COMP_LINE="openmarket exp"; COMP_POINT=14\n' \
            '_openmarket openmarket exp openmarket; printf "%s\\n" "${COMPREPLY[@]}"\n'
        result = subprocess.run(["bash", "-c", ask], text=True, capture_output=True)
        self.assertEqual(result.stdout.split(), ["export"], result.stderr)

    def test_zsh_and_fish_name_the_commands(self):
        for shell in ("zsh", "fish"):
            script = self.run_ok("--generate-completion-script", shell)
            for command in COMMANDS:
                self.assertIn(command, script)
