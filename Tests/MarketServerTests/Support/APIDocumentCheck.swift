import Foundation

/// The API as its OpenAPI document describes it, for checking responses.
struct DocumentedAPI: Sendable {
    private struct Operation {
        let method: String
        let template: PathTemplate
        let node: JSONNode
    }

    private static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

    private let check: SchemaCheck
    private let all: [Operation]

    /// - Parameter data: the document, as JSON.
    init(_ data: Data) throws {
        let document = try JSONNode(data)
        check = SchemaCheck(document: document)
        all = (document["paths"]?.members ?? [:]).flatMap { path, item in
            Self.methods.compactMap { method in
                item[method].map {
                    Operation(method: method.uppercased(), template: PathTemplate(path), node: $0)
                }
            }
        }
    }

    /// The whole document.
    var root: JSONNode { check.document }

    /// The operations of the document, such as `GET /api/products/{id}`.
    var operations: Set<String> { Set(all.map { "\($0.method) \($0.template.text)" }) }

    /// Returns the deviations of a response from the document.
    ///
    /// `HEAD` is checked against `GET`, without a body. A path or method that the document doesn't have may get 404 or
    /// 405.
    ///
    /// - Parameters:
    ///   - path: as it was sent, possibly with a query.
    ///   - contentType: of the response.
    ///   - headers: of the response, in any letter case.
    func problems(
        method: String,
        path: String,
        status: Int,
        contentType: String?,
        body: Data,
        headers: [String: String]
    ) -> [String] {
        let answer = Answer(
            contentType: contentType?.mediaType,
            body: body,
            headers: Dictionary(headers.map { ($0.lowercased(), $1) }) { first, _ in first },
            isHead: method.uppercased() == "HEAD"
        )
        return response(to: method.uppercased(), path, status: status, answer)
            .map { "\(method) \(path) answered \(status): \($0)" }
    }

    // MARK: Parts of a response

    private struct Answer {
        let contentType: String?
        let body: Data
        let headers: [String: String]
        let isHead: Bool
    }

    private func response(to method: String, _ path: String, status: Int, _ answer: Answer) -> [String] {
        guard let operation = operation(method: answer.isHead ? "GET" : method, path: path) else {
            let name = [404: "NotFound", 405: "MethodNotAllowed"][status]
            guard let name else { return ["the document has no such operation"] }
            return check.document["components"]?["responses"]?[name].map { problems(of: answer, against: $0) } ?? []
        }
        guard let response = operation.node["responses"]?["\(status)"] else {
            return ["\(operation.template.text) has no such status in the document"]
        }
        return problems(of: answer, against: check.resolve(response))
    }

    private func operation(method: String, path: String) -> Operation? {
        all.filter { $0.method == method && $0.template.fits(path) }
            .max { $1.template.isCloser(than: $0.template) }
    }

    private func problems(of answer: Answer, against response: JSONNode) -> [String] {
        headerProblems(answer, response) + contentProblems(answer, response)
    }

    private func headerProblems(_ answer: Answer, _ response: JSONNode) -> [String] {
        (response["headers"]?.members ?? [:]).sorted { $0.key < $1.key }.flatMap { name, header -> [String] in
            let header = check.resolve(header)
            guard let value = answer.headers[name.lowercased()] else {
                return header["required"]?.bool == true ? ["the header \(name) is missing"] : []
            }
            guard let schema = header["schema"] else { return [] }
            let isNumber = ["integer", "number"].contains(check.resolve(schema)["type"]?.text)
            let node = isNumber ? Double(value).map(JSONNode.number) ?? .string(value) : .string(value)
            return check.problems(of: node, against: schema, at: "the header \(name)")
        }
    }

    private func contentProblems(_ answer: Answer, _ response: JSONNode) -> [String] {
        let content = (response["content"]?.members ?? [:]).map { ($0.mediaType, $1) }
        if content.isEmpty { return answer.body.isEmpty ? [] : ["there is a body, and none is documented"] }
        guard let contentType = answer.contentType else { return ["Content-Type is missing"] }
        guard let media = content.first(where: { $0.0 == contentType })?.1 else {
            return ["\(contentType) is none of \(content.map(\.0).sorted().joined(separator: ", "))"]
        }
        if answer.isHead { return answer.body.isEmpty ? [] : ["there is a body"] }
        guard let schema = media["schema"] else { return [] }
        if contentType == "application/json" || contentType.hasSuffix("+json") {
            do {
                return check.problems(of: try JSONNode(answer.body), against: schema)
            } catch {
                return ["\(error)"]
            }
        }
        if check.resolve(schema)["format"]?.text == "binary" { return answer.body.isEmpty ? ["there is no body"] : [] }
        guard let text = String(data: answer.body, encoding: .utf8) else { return ["the body is not UTF-8"] }
        return check.problems(of: .string(text), against: schema)
    }
}

extension String {
    /// The media type without parameters: `application/json` for `Application/JSON; charset=utf-8`.
    fileprivate var mediaType: String {
        prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
    }
}
