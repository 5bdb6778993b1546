import ArgumentParser
import Foundation

/// The options of commands that can't be undone: they ask on a terminal, and elsewhere need a flag.
package struct Confirmation: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Don't ask for confirmation. Needed where there is no terminal.")
    package var yes = false

    package init() {}

    /// Throws if there is no terminal to ask on and the answer wasn't given. Called before anything is done.
    package func require() throws(CommandFailure) {
        guard yes || isatty(STDIN_FILENO) == 1 else {
            throw CommandFailure(
                "This can't be undone, and there is no terminal to ask on: give --yes. Nothing was changed."
            )
        }
    }

    /// Returns whether to continue.
    package func isGiven(_ question: String) -> Bool {
        if yes { return true }
        Terminal.write("\(question) [y/N] ")
        return ["y", "yes", "j", "네", "예", "ㅇ"].contains(readLine()?.lowercased() ?? "")
    }
}
