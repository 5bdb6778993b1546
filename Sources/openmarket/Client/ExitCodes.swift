import ArgumentParser

/// How a command that speaks to a market ends, for scripts. They are in the help and in the man page.
enum CommandExit {
    /// The market refused, or something else went wrong.
    static let failure = ExitCode(1)
    /// Some lines of an import were not listed.
    static let partly = ExitCode(2)
    /// No market answered.
    static let unreachable = ExitCode(3)
    /// The password is not the product's.
    static let wrongPassword = ExitCode(4)
    /// There is no such product, or none any more.
    static let notFound = ExitCode(5)
    /// Somebody else changed the product meanwhile.
    static let conflict = ExitCode(6)
    /// Stopped by Ctrl-C, as shells count it.
    static let interrupted = ExitCode(130)

    static let help = """
        Exit codes: 0 done · 1 refused or failed · 2 an import couldn't list every line · 3 the market didn't answer · \
        4 wrong password · 5 no such product · 6 someone else changed the product in the meantime · 64 the command \
        wasn't understood · 130 stopped by Ctrl-C.
        """
}
