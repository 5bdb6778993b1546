/// Ends a command with a sentence on standard error and exit code 1.
package struct CommandFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
