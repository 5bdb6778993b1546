/// The reason why an identity can't be saved in a file, or read from one.
public enum IdentityFileProblem: Error, Hashable, Sendable {
    /// The passphrase is shorter or longer than ``IdentityTransfer/passphraseLength``.
    case passphraseLength
    /// The passphrase is wrong, or the file was changed.
    case wrongPassphrase
    /// It is no file of an identity.
    case unreadable
}
