import Foundation
import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketServer

/// A submitted form: its fields by name, and its images in the spool.
struct WebForm: Sendable {
    /// A field that is sent repeatedly has several values.
    private let fields: [String: [String]]
    /// Empty without a valid token.
    let images: [UploadedImage]
    /// Whether the form contained this browser's token, before its images. Without it, another site may have sent the
    /// form.
    let hasValidToken: Bool
    /// Gives up the slot of the form's images, for a form that only waits for another request.
    let releaseSlot: @Sendable () -> Void

    /// - Parameter visitor: the browser whose token the form must contain; nil if it needs none.
    init(_ upload: Upload, from visitor: Visitor?) {
        fields = upload.values.mapValues { value in
            switch value {
            case .text(let text): [text]
            case .array(let values): values.compactMap { if case .text(let text) = $0 { text } else { nil } }
            default: []
            }
        }
        hasValidToken = Self.hasToken(of: visitor, in: fields) && !upload.hasSkippedImages
        images = hasValidToken ? upload.images : []
        releaseSlot = upload.releaseSlot
    }

    private static func hasToken(of visitor: Visitor?, in fields: [String: [String]]) -> Bool {
        guard let visitor else { return true }
        return visitor.csrf != nil && fields[WebFormReader.tokenField]?.first == visitor.csrf
    }

    /// The first value of a field, with line feeds as line breaks.
    subscript(_ name: String) -> String? { fields[name]?.first?.replacing("\r\n", with: "\n") }

    func all(_ name: String) -> [String] { fields[name] ?? [] }
}

/// A reader of forms that rejects those without the token of the browser that sends them.
struct WebFormReader: Sendable {
    /// The field with the token, which forms send before their images.
    fileprivate static let tokenField = "csrf"
    /// The size of a form without images.
    static let maximumByteCount = 64 * 1024
    private static let keys: Set<String> = Set(
        [
            "kept", "was-kept", "order", "remove", "key", "csrf", "ticket", "version", "overwrite", "secret", "view",
            "language", "theme", "product", "favorite", "back", "from", "token", "replaces", "one", "many", "products",
            "do", "day", "note", "reason", "text", "mail", "good_faith", "answer", "entry", "session", "role",
        ] + ListingField.allCases.map(\.rawValue) + EditDraft.fields.map { "was-\($0.rawValue)" }
            + ProfileKey.allCases.flatMap { [$0.rawValue, "was-\($0.rawValue)"] }
    )

    private static let repeatedKeys: Set<String> = ["kept", "products"]

    let uploads: UploadReader

    /// Reads a form without images and passes it to a closure.
    ///
    /// - Parameters:
    ///   - address: the client that the form is attributed to.
    ///   - visitor: the browser whose token the form must contain; nil if it needs none.
    ///   - maximumByteCount: the size of the form.
    func withForm<Value: Sendable>(
        of request: Request,
        sentBy address: ClientAddress,
        from visitor: Visitor?,
        upTo maximumByteCount: Int = maximumByteCount,
        _ use: (WebForm) async throws -> Value
    ) async throws -> Value {
        try await uploads.withForm(
            of: request,
            from: address,
            laidOut: .form(keys: Self.keys, repeatedKeys: Self.repeatedKeys, maximumByteCount: maximumByteCount),
            maximumTextByteCount: maximumByteCount
        ) { upload in
            let form = WebForm(upload, from: visitor)
            guard form.hasValidToken else {
                throw visitor?.csrf == nil ? RequestError.missingCookie : .foreignForm
            }
            return try await use(form)
        }
    }

    /// Reads a form that may have images and passes it to a closure, also without a valid token, so that it can be shown
    /// again with a new one. Images that come before a valid token are skipped. Others are removed afterwards.
    func withImageForm<Value: Sendable>(
        of request: Request,
        sentBy address: ClientAddress,
        from visitor: Visitor,
        _ use: (WebForm) async throws -> Value
    ) async throws -> Value {
        try await uploads.withForm(
            of: request,
            from: address,
            laidOut: .form(
                keys: Self.keys,
                repeatedKeys: Self.repeatedKeys,
                imageCondition: .init(name: Self.tokenField, value: visitor.csrf)
            ),
            maximumTextByteCount: Self.maximumByteCount
        ) { upload in
            try await use(WebForm(upload, from: visitor))
        }
    }
}
