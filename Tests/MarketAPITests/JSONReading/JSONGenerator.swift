import FieldSamples

/// Writes valid JSON of every shape, with white space wherever it is allowed.
enum JSONGenerator {
    static let wantedKeys: Set<String> = ["name", "price", "의자", "a\"b", ""]

    static func object(using generator: inout SeededGenerator, depth: Int = 0) -> String {
        // Keys are unique: Foundation doesn't specify which of two values is used.
        var keys = (Array(wantedKeys).sorted() + ["x", "images", "names", "nam"]).shuffled(using: &generator)
        keys.removeLast(Int.random(in: 0...keys.count, using: &generator))
        let members = keys.map { key in
            let name = text(key, using: &generator)
            return name + space(using: &generator) + ":" + value(using: &generator, depth: depth + 1)
        }
        return space(using: &generator) + "{" + space(using: &generator) + members.joined(separator: ",")
            + "}" + space(using: &generator)
    }

    private static func value(using generator: inout SeededGenerator, depth: Int) -> String {
        let kind = Int.random(in: 0...(depth > 4 ? 5 : 8), using: &generator)
        let value: String =
            switch kind {
            case 0: "null"
            case 1: Bool.random(using: &generator) ? "true" : "false"
            case 2: String(Int32.random(in: .min ... .max, using: &generator))
            case 3: ["0", "-0.5", "1e4", "12.250", "1E-3", "9007199254740991"].randomElement(using: &generator) ?? "1"
            case 4, 5: text(randomText(using: &generator), using: &generator)
            case 6: object(using: &generator, depth: depth)
            default: array(using: &generator, depth: depth)
            }
        return space(using: &generator) + value + space(using: &generator)
    }

    private static func array(using generator: inout SeededGenerator, depth: Int) -> String {
        var elements: [String] = []
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            elements.append(value(using: &generator, depth: depth + 1))
        }
        return "[" + elements.joined(separator: ",") + space(using: &generator) + "]"
    }

    private static func randomText(using generator: inout SeededGenerator) -> String {
        // Without U+FEFF, which Foundation drops at the start of a run without escapes.
        let alphabet = Array("ab \"\\/\n\r\t\u{1}é의자🪑{}[]:,\u{301}")
        let length = Int.random(in: 0...12, using: &generator)
        return String((0..<length).map { _ in alphabet.randomElement(using: &generator) ?? "x" })
    }

    /// Quotes a text and escapes some of its characters, as `\u` or with their short forms.
    private static func text(_ text: String, using generator: inout SeededGenerator) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
            if Int.random(in: 0...3, using: &generator) == 0 || mustEscape && scalar.value < 0x20 {
                for unit in UTF16.encode(scalar).map(Array.init) ?? [] {
                    let digits = String(unit, radix: 16, uppercase: Bool.random(using: &generator))
                    quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            } else if mustEscape || scalar == "/" {
                quoted += "\\" + String(scalar)
            } else {
                quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    private static func space(using generator: inout SeededGenerator) -> String {
        ["", "", "", " ", "\r\n", "\t", " \n "].randomElement(using: &generator) ?? ""
    }
}
