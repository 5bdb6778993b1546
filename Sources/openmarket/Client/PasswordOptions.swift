import ArgumentParser
import Foundation

/// Where a product's password comes from; it is never shown, and asked for on a terminal if nothing else is said.
struct PasswordOptions: ParsableArguments {
    @Option(help: "The product's password. Other users of this machine may see it; better leave it out.")
    var password: String?

    @Option(
        help: ArgumentHelp("A file whose first line is the password; - for standard input.", valueName: "file"),
        completion: .file()
    )
    var passwordFile: String?

    func validate() throws {
        if password != nil, passwordFile != nil {
            throw ValidationError("Give --password or --password-file, not both.")
        }
        if password?.isEmpty == true { throw ValidationError("The password is empty.") }
    }

    var isGiven: Bool { password != nil || passwordFile != nil }

    /// The password of an option or a file; nil if neither was given.
    func given() throws -> String? {
        if let password { return password }
        guard let passwordFile else { return nil }
        let line: String?
        if passwordFile == "-" {
            line = readLine()
        } else {
            guard let text = try? String(contentsOfFile: passwordFile, encoding: .utf8) else {
                throw CommandFailure("The password file \(passwordFile) can't be read.")
            }
            line = text.split(whereSeparator: \.isNewline).first.map(String.init)
        }
        guard let line, !line.isEmpty else { throw CommandFailure("No password was given: the file is empty.") }
        return line
    }

    /// The password that was given, or what is typed.
    ///
    /// - Parameters:
    ///   - prompt: the question on a terminal.
    ///   - isNew: asks twice, for a password that nobody could find out again after a slip of the finger.
    func ask(_ prompt: String, isNew: Bool = false) throws -> String {
        if let given = try given() { return given }
        guard isatty(STDIN_FILENO) == 1 else {
            throw CommandFailure(
                "A password is needed: give --password-file, or --password-file - and write it to standard input."
            )
        }
        guard let password = try HiddenLine.read("\(prompt): "), !password.isEmpty else {
            throw CommandFailure("No password was given.")
        }
        if isNew, try HiddenLine.read("Once more: ") != password {
            throw CommandFailure("The two passwords are not the same. Nothing was sent.")
        }
        return password
    }
}
