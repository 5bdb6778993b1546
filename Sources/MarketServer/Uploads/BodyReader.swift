import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketTexts

/// A reader of JSON bodies, which ignores `Content-Type` (API.md, “Rules for every edition”).
struct BodyReader: Sendable {
    let limits: ServerLimits
    let memory: SharedBytes

    /// Reads the fields of a request to delete an item.
    func item(of request: Request, from address: ClientAddress) async throws -> ItemFields {
        ItemFields(try await object(of: request, from: address, keeping: ["id", "password"]))
    }

    /// Reads the fields of a request that changes a product's state. An empty body has none, because a right needs none.
    func lifecycle(of request: Request, from address: ClientAddress) async throws -> LifecycleFields {
        do {
            return LifecycleFields(try await object(of: request, from: address, keeping: LifecycleFields.keys))
        } catch RequestError.unreadableBody(.empty) {
            return LifecycleFields([:])
        }
    }

    /// Reads the fields of a report.
    func report(of request: Request, from address: ClientAddress) async throws -> ReportDraft {
        ReportFields.draft(try await object(of: request, from: address, keeping: ReportFields.keys))
    }

    /// Reads the fields of what an operator does.
    func moderation(of request: Request, from address: ClientAddress) async throws -> ModerationFields {
        let fields = ModerationFields(try await object(of: request, from: address, keeping: ModerationFields.keys))
        if let field = fields.unusableField { throw RequestError.unusableField(name: field) }
        return fields
    }

    /// Reads the secret from `{"secret":"…"}` or from the bare JSON string `"…"`.
    func secret(of request: Request, from address: ClientAddress) async throws -> String? {
        let fields = SecretFields(try await document(of: request, from: address, keeping: SecretFields.keys))
        if let problem = fields.problem { throw MarketError.invalid(ListingProblems(problem)) }
        return fields.secret
    }

    private func object(
        of request: Request,
        from address: ClientAddress,
        keeping keys: Set<String>
    ) async throws -> [String: JSONValue] {
        try await document(of: request, from: address, keeping: keys).object(of: nil)
    }

    private func document(
        of request: Request,
        from address: ClientAddress,
        keeping keys: Set<String>
    ) async throws -> JSONDocument {
        try request.checkDeclaredSize(atMost: limits.jsonByteCount)
        return try await BodyReading.read(from: address) { body in
            defer { memory.release(body) }
            let document = try await read(request, keeping: keys, as: body)
            try body.complete()
            return document
        }
    }

    private func read(_ request: Request, keeping keys: Set<String>, as body: BodyReading) async throws -> JSONDocument
    {
        var reader = JSONObjectReader(keeping: keys)
        try await request.body.forEachBuffer(upTo: limits.jsonByteCount) { buffer in
            try buffer.withUnsafeReadableBytes { bytes in try reader.read(bytes, of: nil) }
            try memory.hold(reader.heldByteCount, by: body)
        }
        return try reader.document(of: nil)
    }
}
