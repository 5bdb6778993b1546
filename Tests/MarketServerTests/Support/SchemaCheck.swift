import Foundation

/// Reports where a JSON value doesn't conform to a schema (JSON Schema 2020-12, as far as the API's document uses it).
///
/// `format` is only an annotation, as in the standard.
struct SchemaCheck: Sendable {
    /// The document that `$ref`s are resolved in.
    let document: JSONNode

    /// - Parameter path: the location of the value, for the messages: `$.pages[0].id`.
    func problems(of value: JSONNode, against schema: JSONNode, at path: String = "$") -> [String] {
        switch schema {
        case .bool(true): []
        case .bool(false): ["\(path) must not be there"]
        default:
            referenced(value, schema, path) + combined(value, schema, path) + simple(value, schema, path)
                + kindly(value, schema, path)
        }
    }

    /// Resolves a `$ref` such as `#/components/schemas/Product`.
    func resolve(_ node: JSONNode) -> JSONNode {
        var node = node
        // Only a cycle takes more steps than this.
        for _ in 0..<32 {
            guard let reference = node["$ref"]?.text else { return node }
            node = target(of: reference) ?? .bool(false)
        }
        return .bool(false)
    }

    private func target(of reference: String) -> JSONNode? {
        guard reference.hasPrefix("#/") else { return nil }
        return reference.dropFirst(2).split(separator: "/").reduce(document as JSONNode?) { node, step in
            node?[step.replacingOccurrences(of: "~1", with: "/").replacingOccurrences(of: "~0", with: "~")]
        }
    }

    // MARK: Other schemas

    private func referenced(_ value: JSONNode, _ schema: JSONNode, _ path: String) -> [String] {
        guard let reference = schema["$ref"]?.text else { return [] }
        guard let target = target(of: reference) else { return ["the document has no \(reference)"] }
        return problems(of: value, against: target, at: path)
    }

    private func combined(_ value: JSONNode, _ schema: JSONNode, _ path: String) -> [String] {
        var found = (schema["allOf"]?.elements ?? []).flatMap { problems(of: value, against: $0, at: path) }
        for (keyword, isRight) in [("oneOf", { $0 == 1 }), ("anyOf", { $0 > 0 })] as [(String, (Int) -> Bool)] {
            guard let options = schema[keyword]?.elements else { continue }
            let outcomes = options.map { problems(of: value, against: $0, at: path) }
            let count = outcomes.count { $0.isEmpty }
            guard !isRight(count) else { continue }
            found.append("\(path) fits \(count) of the \(options.count) schemas of \(keyword)")
            // The problems with the closest alternative say most.
            if count == 0 { found += outcomes.min { $0.count < $1.count } ?? [] }
        }
        if let unwanted = schema["not"], problems(of: value, against: unwanted, at: path).isEmpty {
            found.append("\(path) fits what it must not")
        }
        return found
    }

    // MARK: Any value

    private func simple(_ value: JSONNode, _ schema: JSONNode, _ path: String) -> [String] {
        var found: [String] = []
        if let type = schema["type"] {
            let names = type.text.map { [$0] } ?? type.elements.compactMap(\.text)
            if !names.contains(where: { Self.is(value, $0) }) {
                found.append("\(path) is \(Self.name(of: value)), not \(names.joined(separator: " or "))")
            }
        }
        if let constant = schema["const"], constant != value {
            found.append("\(path) is \(Self.brief(value)), not \(Self.brief(constant))")
        }
        if let values = schema["enum"]?.elements, !values.contains(value) {
            found.append("\(path) is \(Self.brief(value)), none of \(values.map(Self.brief).joined(separator: ", "))")
        }
        return found
    }

    private static func `is`(_ value: JSONNode, _ type: String) -> Bool {
        if type == "integer", case .number(let number) = value { return number == number.rounded() }
        return name(of: value) == type
    }

    private static func name(of value: JSONNode) -> String {
        switch value {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }

    private static func brief(_ value: JSONNode) -> String {
        switch value {
        case .null: "null"
        case .bool(let bool): "\(bool)"
        case .number(let number): "\(number)"
        case .string(let text): "'\(text.prefix(80))'"
        case .array(let elements): "an array of \(elements.count)"
        case .object(let members): "an object of \(members.count)"
        }
    }

    // MARK: One kind of value

    private func kindly(_ value: JSONNode, _ schema: JSONNode, _ path: String) -> [String] {
        switch value {
        case .number(let number): Self.numberProblems(number, schema, path)
        case .string(let text): Self.textProblems(text, schema, path)
        case .array(let elements): arrayProblems(elements, schema, path)
        case .object(let members): objectProblems(members, schema, path)
        case .null, .bool: []
        }
    }

    private static func numberProblems(_ number: Double, _ schema: JSONNode, _ path: String) -> [String] {
        var found: [String] = []
        if let bound = schema["minimum"]?.number, number < bound {
            found.append("\(path) is \(number), below \(bound)")
        }
        if let bound = schema["maximum"]?.number, number > bound {
            found.append("\(path) is \(number), above \(bound)")
        }
        if let bound = schema["exclusiveMinimum"]?.number, number <= bound {
            found.append("\(path) is \(number), not above \(bound)")
        }
        if let bound = schema["exclusiveMaximum"]?.number, number >= bound {
            found.append("\(path) is \(number), not below \(bound)")
        }
        // 19.99 isn't exactly a multiple of 0.01.
        if let step = schema["multipleOf"]?.number, abs((number / step).rounded() - number / step) > 1e-6 {
            found.append("\(path) is \(number), no multiple of \(step)")
        }
        return found
    }

    private static func textProblems(_ text: String, _ schema: JSONNode, _ path: String) -> [String] {
        var found = countProblems(text.unicodeScalars.count, schema, "minLength", "maxLength", path)
        if let pattern = schema["pattern"]?.text, !matches(text, pattern) {
            found.append("\(path) is '\(text.prefix(80))', which does not match \(pattern)")
        }
        return found
    }

    /// `$` matches only the very end; in ICU a line break may follow.
    private static func matches(_ text: String, _ pattern: String) -> Bool {
        let strict = pattern.hasSuffix("$") ? pattern.dropLast() + "\\z" : pattern[...]
        guard let expression = try? NSRegularExpression(pattern: String(strict)) else { return false }
        return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }

    private func arrayProblems(_ elements: [JSONNode], _ schema: JSONNode, _ path: String) -> [String] {
        var found = Self.countProblems(elements.count, schema, "minItems", "maxItems", path)
        if schema["uniqueItems"]?.bool == true, Set(elements).count < elements.count {
            found.append("\(path) holds something twice")
        }
        guard let each = schema["items"] else { return found }
        for (index, element) in elements.enumerated() {
            found += problems(of: element, against: each, at: "\(path)[\(index)]")
        }
        return found
    }

    private func objectProblems(_ members: [String: JSONNode], _ schema: JSONNode, _ path: String) -> [String] {
        let known = schema["properties"]?.members ?? [:]
        var found = (schema["required"]?.elements ?? []).compactMap(\.text).filter { members[$0] == nil }
            .map { "\(path).\($0) is missing" }
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
            if let schema = known[key] {
                found += problems(of: value, against: schema, at: "\(path).\(key)")
            } else if let others = schema["additionalProperties"] {
                found += problems(of: value, against: others, at: "\(path).\(key)")
            }
        }
        return found
    }

    private static func countProblems(
        _ count: Int,
        _ schema: JSONNode,
        _ least: String,
        _ most: String,
        _ path: String
    ) -> [String] {
        if let bound = schema[least]?.number, Double(count) < bound {
            return ["\(path) has a length of \(count), below \(bound)"]
        }
        if let bound = schema[most]?.number, Double(count) > bound {
            return ["\(path) has a length of \(count), above \(bound)"]
        }
        return []
    }
}
