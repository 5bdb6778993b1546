import ArgumentParser

/// The exit codes of commands that use a market. They are documented in the help and in the man page.
enum CommandExit {
    /// The server refused the request, or another error occurred.
    static let failure = ExitCode(1)
    /// Some lines of an import could not be listed.
    static let partly = ExitCode(2)
    /// The server can't be reached.
    static let unreachable = ExitCode(3)
    static let wrongPassword = ExitCode(4)
    /// The product doesn't exist or was deleted.
    static let notFound = ExitCode(5)
    /// The product was changed in the meantime.
    static let conflict = ExitCode(6)
    /// Stopped by Ctrl-C; the value is the convention of shells.
    static let interrupted = ExitCode(130)

    static let help = """
        Exit codes: 0 done · 1 refused or failed · 2 an import couldn't list every line · 3 the market didn't answer · \
        4 wrong password · 5 no such product · 6 someone else changed the product in the meantime · 64 the command \
        wasn't understood · 130 stopped by Ctrl-C.
        """
}
