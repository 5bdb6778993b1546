import Foundation
import Testing

/// ``DocumentedAPI`` finds every deviation from the document, and nothing else.
struct APIDocumentCheckTests {
    private static let document = """
        {"openapi": "3.1.0", "paths": {
          "/things": {
            "get": {"responses": {"200": {
              "headers": {"ETag": {"required": true, "schema": {"type": "string", "pattern": "^\\"[a-z]+\\"$"}},
                          "Retry-After": {"schema": {"type": "integer", "minimum": 1}}},
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/List"}}}},
              "304": {"headers": {"ETag": {"required": true, "schema": {"type": "string"}}}}}},
            "post": {"responses": {"201": {"$ref": "#/components/responses/Made"}}}},
          "/things/{id}": {"get": {"responses": {"200": {"content": {"application/json": {"schema": {
            "oneOf": [{"$ref": "#/components/schemas/Long"}, {"$ref": "#/components/schemas/Short"}]}}}}}}},
          "/things/{id}/note": {"get": {"responses": {"200": {"content": {
            "text/plain": {"schema": {"type": "string", "pattern": "^[a-z]+$"}}}}}}},
          "/things/{id}/{token}": {"delete": {"responses": {"200": {"description": "No content."}}}},
          "/thing{id}": {"get": {"responses": {"200": {"content": {"image/png": {"schema": {"format": "binary"}}}}}}},
          "/things{page}": {"get": {"responses": {"200": {"content": {"application/json": {"schema": true}}}}}}},
         "components": {
          "responses": {
            "Made": {"content": {"application/json": {"schema": {"allOf": [
              {"$ref": "#/components/schemas/Short"}, {"properties": {"kind": {"const": "new"}}}]}}}},
            "MethodNotAllowed": {"headers": {"Allow": {"required": true, "schema": {"type": "string"}}},
              "content": {"application/json": {"schema": {"required": ["error"]}}}}},
          "schemas": {
            "Price": {"type": "number", "minimum": 0, "maximum": 100, "multipleOf": 0.01},
            "List": {"type": "object", "additionalProperties": false, "required": ["count", "things"], "properties": {
              "count": {"type": "integer", "minimum": 0}, "cursor": {"type": ["string", "null"], "maxLength": 3},
              "things": {"type": "array", "maxItems": 2, "uniqueItems": true,
                         "items": {"$ref": "#/components/schemas/Price"}}}},
            "Long": {"type": "object", "additionalProperties": false, "required": ["kind", "text"],
                     "properties": {"kind": {"enum": ["new", "old"]}, "text": {"type": "string"}}},
            "Short": {"type": "object", "additionalProperties": false, "required": ["kind"],
                      "properties": {"kind": {"enum": ["new", "old"]}}}}}}
        """

    private func problems(
        _ method: String = "GET",
        _ path: String = "/things",
        status: Int = 200,
        type: String? = "application/json",
        headers: [String: String] = ["etag": "\"abc\""],
        body: String = #"{"count": 1, "things": [19.99]}"#
    ) throws -> [String] {
        try DocumentedAPI(Data(Self.document.utf8)).problems(
            method: method,
            path: path,
            status: status,
            contentType: type,
            body: Data(body.utf8),
            headers: headers
        )
    }

    // MARK: Finding the operation

    @Test func operationsAreNamedByMethodAndTemplate() throws {
        let operations = try DocumentedAPI(Data(Self.document.utf8)).operations
        #expect(operations.count == 7)
        #expect(operations.isSuperset(of: ["GET /things", "POST /things", "DELETE /things/{id}/{token}"]))
    }

    @Test(arguments: ["/things", "//things/", "/Things?page=2", "/things?", "/THINGS/?a=/b/c"])
    func pathIsFoundHoweverItIsWritten(path: String) throws {
        #expect(try problems("GET", path).isEmpty)
    }

    @Test func literalSegmentWinsOverParameter() throws {
        #expect(try problems("GET", "/things/5/note", type: "text/plain; charset=utf-8", body: "hello").isEmpty)
        #expect(try !problems("GET", "/things/5/note", type: "text/plain", body: "Hello").isEmpty)
        // Only the template with a parameter has this method.
        #expect(try problems("DELETE", "/things/5/note", type: nil, body: "").isEmpty)
    }

    @Test func parameterInsideASegmentIsMatched() throws {
        #expect(try problems("GET", "/things12", body: "7").isEmpty)
        #expect(try problems("GET", "/thing12", type: "image/png", body: "…").isEmpty)
        #expect(
            try problems("GET", "/thing12", type: "image/png", body: "") == [
                "GET /thing12 answered 200: there is no body"
            ]
        )
    }

    @Test func unknownPlaceMayOnlyBeRefused() throws {
        #expect(try problems("GET", "/nowhere").count == 1)
        #expect(try problems("PUT", "/things").count == 1)
        #expect(try problems("GET", "/nowhere", status: 404, body: "{}").isEmpty)
        #expect(
            try problems("PUT", "/things", status: 405, headers: ["Allow": "GET"], body: #"{"error": true}"#).isEmpty
        )
        #expect(try problems("PUT", "/things", status: 405, body: "{}").count == 2)
    }

    @Test func statusMustBeDocumented() throws {
        #expect(try problems(status: 202).count == 1)
        #expect(try problems(status: 404, body: "{}").count == 1)
    }

    // MARK: Head and body

    @Test func requiredHeaderMustBeThereAndFit() throws {
        #expect(try problems(headers: [:]) == ["GET /things answered 200: the header ETag is missing"])
        #expect(try problems(headers: ["ETag": "abc"]).count == 1)
        #expect(try problems(headers: ["ETag": "\"abc\"", "Retry-After": "5"]).isEmpty)
        #expect(try problems(headers: ["ETag": "\"abc\"", "Retry-After": "0"]).count == 1)
        #expect(try problems(headers: ["ETag": "\"abc\"", "Retry-After": "soon"]).count == 1)
    }

    @Test func contentTypeMustBeDocumented() throws {
        #expect(try problems(type: "Application/JSON; charset=utf-8").isEmpty)
        #expect(try problems(type: "text/html").count == 1)
        #expect(try problems(type: nil).count == 1)
    }

    @Test func bodyIsThereExactlyWhereItIsDocumented() throws {
        #expect(try problems(status: 304, type: nil, body: "").isEmpty)
        #expect(try problems(status: 304, body: "{}").count == 1)
        #expect(try problems("HEAD", "/things", body: "").isEmpty)
        #expect(try problems("HEAD", "/things").count == 1)
        #expect(try problems(body: "").count == 1)
    }

    // MARK: Schemas

    @Test(arguments: [
        (#"{"count": 0, "things": [], "cursor": null}"#, 0),
        (#"{"count": 1.0, "things": [0, 100], "cursor": "의자다"}"#, 0),
        (#"{"count": 1.5, "things": []}"#, 1),
        (#"{"count": true, "things": []}"#, 1),
        (#"{"count": "1", "things": []}"#, 1),
        (#"{"count": -1, "things": []}"#, 1),
        (#"{"count": 1, "things": [true]}"#, 1),
        (#"{"count": 1, "things": [19.995]}"#, 1),
        (#"{"count": 1, "things": [-1, 101]}"#, 2),
        (#"{"count": 1, "things": [1, 2, 3]}"#, 1),
        (#"{"count": 1, "things": [1, 1]}"#, 1),
        (#"{"count": 1, "things": {}}"#, 1),
        (#"{"count": 1, "things": [], "cursor": "four"}"#, 1),
        (#"{"count": 1, "things": [], "cursor": 4}"#, 1),
        (#"{"count": 1, "things": [], "more": 1}"#, 1),
        (#"{"things": []}"#, 1),
        (#"[]"#, 1),
    ])
    func everyMisfitIsAProblem(body: String, count: Int) throws {
        #expect(try problems(body: body).count == count, "\(body)")
    }

    @Test func exactlyOneOfSeveralSchemasMustFit() throws {
        #expect(try problems("GET", "/things/1", body: #"{"kind": "new"}"#).isEmpty)
        #expect(try problems("GET", "/things/1", body: #"{"kind": "old", "text": ""}"#).isEmpty)
        let found = try problems("GET", "/things/1", body: #"{"kind": "odd"}"#)
        #expect(found.contains { $0.contains("fits 0 of the 2 schemas") })
        #expect(found.contains { $0.contains("$.kind is 'odd'") })
    }

    @Test func allOfSeveralSchemasMustFit() throws {
        #expect(try problems("POST", "/things", status: 201, body: #"{"kind": "new"}"#).isEmpty)
        #expect(try problems("POST", "/things", status: 201, body: #"{"kind": "old"}"#).count == 1)
    }

    @Test func patternEndsWhereTheTextEnds() throws {
        #expect(try problems("GET", "/things/5/note", type: "text/plain", body: "hello\n").count == 1)
    }

    @Test func referenceToNothingIsAProblem() throws {
        let check = SchemaCheck(document: .object([:]))
        #expect(check.problems(of: .null, against: .object(["$ref": .string("#/components/schemas/Gone")])).count == 1)
    }

    // MARK: JSON

    @Test(arguments: [
        "", "{", "[1,]", "{\"a\": 1, \"a\": 2}", "01", "1.", "nil", "\"a", "1 2", "\"\u{1}\"", "{\"a\" 1}", "NaN",
    ])
    func whatIsNoJSONIsRefused(text: String) {
        #expect(throws: JSONNodeError.self) { try JSONNode(Data(text.utf8)) }
    }

    @Test func jsonIsReadWhole() throws {
        let node = try JSONNode(Data(#" {"a": [1e2, -0.5, true, null], "나\n": "\ud83d\ude00/\/"} "#.utf8))
        #expect(node["a"]?.elements == [.number(100), .number(-0.5), .bool(true), .null])
        #expect(node["나\n"]?.text == "😀//")
    }
}
