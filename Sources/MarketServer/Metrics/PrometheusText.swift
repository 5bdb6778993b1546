/// A writer of the Prometheus text format, version 0.0.4.
struct PrometheusText {
    enum Kind: String, Sendable {
        case counter, gauge, histogram
    }

    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    mutating func begin(_ name: String, _ kind: Kind, help: String? = nil) {
        if let help { text += "# HELP \(name) \(help)\n" }
        text += "# TYPE \(name) \(kind.rawValue)\n"
    }

    mutating func line(_ name: String, _ labels: String, _ value: Double) {
        text += labels.isEmpty ? name : "\(name){\(labels)}"
        text += " \(Self.number(value))\n"
    }

    /// Writes a metric with a single line.
    mutating func single(_ name: String, _ kind: Kind, _ value: Double, help: String) {
        begin(name, kind, help: help)
        line(name, "", value)
    }

    /// Returns a valid metric name, with underscores in place of invalid characters.
    static func name(_ label: String) -> String {
        let name = String(
            label.map { character in
                character.isASCII && (character.isLetter || character.isNumber || character == ":") ? character : "_"
            }
        )
        return name.first?.isNumber == true ? "_" + name : name
    }

    static func labels(_ dimensions: [(String, String)]) -> String {
        dimensions.map { name, value in
            let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
            return "\(Self.name(name))=\"\(escaped)\""
        }.joined(separator: ",")
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && value.magnitude < 1e15 ? String(Int64(value)) : "\(value)"
    }
}
