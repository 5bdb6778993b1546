/// Checks the host names in links that users can tap.
enum HostName {
    /// Returns whether a name is plain ASCII with a top-level domain: `example.com`. IP addresses are rejected, and so
    /// are `xn--` names, which browsers may display as letters that imitate others.
    static func isPlain(_ name: ArraySlice<Unicode.Scalar>) -> Bool {
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, name.count <= 253, labels.allSatisfy(isLabel), let top = labels.last else {
            return false
        }
        return top.count > 1 && top.allSatisfy(\.isASCIILetter)
    }

    private static func isLabel(_ label: ArraySlice<Unicode.Scalar>) -> Bool {
        let letters = Array(label)
        guard (1...63).contains(letters.count), letters.first != "-", letters.last != "-" else { return false }
        // “--” at the third position marks encoded names.
        guard letters.count < 4 || letters[2] != "-" || letters[3] != "-" else { return false }
        return letters.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == "-" }
    }
}
