import ArgumentParser
import Foundation
import MarketModels

/// The options for a product's password. It is never shown, and asked for on a terminal if no option is given.
struct PasswordOptions: ParsableArguments {
    @Option(help: "The product's password. Other users of this machine may see it, so it's better to leave this out.")
    var password: String?

    @Option(
        help: ArgumentHelp("A file whose first line is the password; - for standard input.", valueName: "file"),
        completion: .file()
    )
    var passwordFile: String?

    func validate() throws {
        if password != nil, passwordFile != nil {
            throw ValidationError("Use either --password or --password-file, not both.")
        }
        if password?.isEmpty == true { throw ValidationError("The password is empty.") }
    }

    /// Returns the password of an option or a file, or nil if neither was given.
    func passwordFromOptions() throws -> String? {
        if let password { return password }
        guard let passwordFile else { return nil }
        let line: String?
        if passwordFile == "-" {
            line = readLine()
        } else {
            guard let text = try? String(contentsOfFile: passwordFile, encoding: .utf8) else {
                throw CommandFailure("Can't read the password file \(passwordFile).")
            }
            line = text.split(whereSeparator: \.isNewline).first.map(String.init)
        }
        guard let line, !line.isEmpty else { throw CommandFailure("No password was given: the file is empty.") }
        return line
    }

    /// Returns the given password, or asks for one.
    ///
    /// - Parameter prompt: The question on a terminal.
    func prompt(_ prompt: String) throws -> String {
        if let given = try passwordFromOptions() { return given }
        guard isatty(STDIN_FILENO) == 1 else {
            throw CommandFailure(
                "A password is needed. Give its file with --password-file, or use --password-file - for standard input."
            )
        }
        guard let password = try PasswordPrompt.read("\(prompt): "), !password.isEmpty else {
            throw CommandFailure("No password was given.")
        }
        return password
    }

    /// Returns the given new password, or asks for one: twice, because a mistyped one can't be recovered, and again if
    /// it breaks the rules.
    func promptForNew(_ prompt: String) throws -> String {
        if let given = try passwordFromOptions() {
            if let problem = ListingRules.check(newPassword: given) { throw CommandFailure(problem.optionSentence) }
            return given
        }
        while true {
            let password = try self.prompt(prompt)
            if let problem = ListingRules.check(newPassword: password) {
                Terminal.note(problem.optionSentence)
                continue
            }
            guard try PasswordPrompt.read("Repeat the password: ") == password else {
                throw CommandFailure("The passwords don't match. Nothing was sent.")
            }
            return password
        }
    }
}
