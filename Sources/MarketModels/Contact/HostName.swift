/// A host's name as it may stand in an address that people tap.
enum HostName {
    /// Whether it is a plain name in ASCII with a top level: `example.com`. Neither a number nor `xn--`, which browsers
    /// show as letters that look like others.
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
        // “--” in the third place marks names that are encoded.
        guard letters.count < 4 || letters[2] != "-" || letters[3] != "-" else { return false }
        return letters.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == "-" }
    }
}
