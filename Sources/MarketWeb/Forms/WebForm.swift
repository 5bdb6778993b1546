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
        return visitor.csrf != nil && fields[tokenField]?.first == visitor.csrf
    }

    /// The first value of a field, with line feeds as line breaks.
    subscript(_ name: String) -> String? { fields[name]?.first?.replacing("\r\n", with: "\n") }

    func all(_ name: String) -> [String] { fields[name] ?? [] }

    /// - Throws: an error if the form doesn't contain this browser's token.
    func checkToken(of visitor: Visitor) throws(RequestError) {
        guard hasValidToken else { throw visitor.csrf == nil ? .missingCookie : .foreignForm }
    }

    /// The language of the button that sent the form, which does nothing but show it again in that language; nil if another
    /// button did, or another site may have.
    var language: Language? { hasValidToken ? self[Self.languageField].flatMap { Language(rawValue: $0) } : nil }

    /// Whether the form of a listing is only shown again: the buttons that remove an image or choose a language submit it, too.
    var isOnlyShown: Bool { self["remove"] != nil || language != nil }

    /// Whether the form comes from the page that asks once more.
    var isConfirmed: Bool { self[Self.confirmation] != nil }
}

extension WebForm {
    /// The size of a form without images.
    static let maximumByteCount = 64 * 1024
    /// The field that forms send which ask once more.
    static let confirmation = "sure"
    /// The field of the buttons that show a form in another language. A setting of the market's is called `language`.
    private static let languageField = "in-language"
    /// The field with the token, which forms send before their images.
    fileprivate static let tokenField = "csrf"

    /// The fields of forms with files, whose other parts are skipped. Of other forms, which browsers send as text, all are kept.
    fileprivate static let keys: Set<String> = Set(
        [
            tokenField, "kept", "was-kept", "order", "remove", "key", "ticket", "version", "overwrite", "secret",
            "from", "do", languageField,
        ] + ListingField.allCases.map(\.rawValue) + EditDraft.fields.map { "was-\($0.rawValue)" }
            + ProfileKey.allCases.flatMap { [$0.rawValue, "was-\($0.rawValue)"] }
    )
    fileprivate static let repeatedKeys: Set<String> = ["kept"]
}

extension PageRequest {
    /// Reads a form without images and passes it to a closure.
    ///
    /// - Parameters:
    ///   - needsToken: whether the form must contain this browser's token. One without it is rejected.
    ///   - maximumByteCount: the size of the form.
    func withForm<Value: Sendable>(
        needsToken: Bool = true,
        upTo maximumByteCount: Int = WebForm.maximumByteCount,
        _ use: (WebForm) async throws -> Value
    ) async throws -> Value {
        try await site.dependencies.uploads.withForm(
            of: base,
            from: client,
            laidOut: .form(
                keys: WebForm.keys,
                repeatedKeys: WebForm.repeatedKeys,
                maximumByteCount: maximumByteCount
            ),
            maximumTextByteCount: maximumByteCount
        ) { upload in
            let form = WebForm(upload, from: needsToken ? visitor : nil)
            try form.checkToken(of: visitor)
            return try await use(form)
        }
    }

    /// Reads a form that may have images and passes it to a closure, also without a valid token, so that it can be shown
    /// again with a new one. Images that come before a valid token are skipped. Others are removed afterwards.
    func withImageForm<Value: Sendable>(_ use: (WebForm) async throws -> Value) async throws -> Value {
        try await site.dependencies.uploads.withForm(
            of: base,
            from: client,
            laidOut: .form(
                keys: WebForm.keys,
                repeatedKeys: WebForm.repeatedKeys,
                imageCondition: .init(name: WebForm.tokenField, value: visitor.csrf)
            ),
            maximumTextByteCount: WebForm.maximumByteCount
        ) { upload in
            try await use(WebForm(upload, from: visitor))
        }
    }
}
