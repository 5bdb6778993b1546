import Foundation
import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import NIOCore

/// A submitted form: its fields by name, and its images in the spool.
struct WebForm: Sendable {
    /// A field that is sent repeatedly has several values.
    private let fields: [String: [String]]
    let images: [UploadedImage]
    /// Whether the form contained this browser's token. Without it, another site may have sent the form.
    fileprivate(set) var hasValidToken = false

    init(_ upload: Upload) {
        fields = upload.values.mapValues { value in
            switch value {
            case .text(let text): [text]
            case .array(let values): values.compactMap { if case .text(let text) = $0 { text } else { nil } }
            default: []
            }
        }
        images = upload.images
    }

    /// Parses `application/x-www-form-urlencoded`.
    init(urlEncoded text: String) {
        fields = Dictionary(grouping: URLEncodedFields(text).pairs) { $0.name }.mapValues { $0.map(\.value) }
        images = []
    }

    /// The first value of a field, with line feeds as line breaks.
    subscript(_ name: String) -> String? { fields[name]?.first?.replacing("\r\n", with: "\n") }

    func all(_ name: String) -> [String] { fields[name] ?? [] }
}

/// A reader of forms that rejects those without the token of the browser that sends them.
struct WebFormReader: Sendable {
    private static let maximumByteCount = 64 * 1024
    private static let keys: Set<String> = [
        "name", "price", "currency", "discount", "stock", "seller", "contact", "password", "descriptions", "kept",
        "order",
        "remove", "key", "csrf", "ticket", "version", "overwrite", "secret", "view", "language", "theme", "product",
        "favorite", "back", "from", "token", "replaces", "file", "passphrase", "repeat", "one", "many", "products",
        "do", "day", "note",
        "was-name", "was-price", "was-currency", "was-discount", "was-stock", "was-contact", "was-descriptions",
        "was-kept", "category", "condition", "handover", "place", "was-category", "was-condition", "was-handover",
        "was-place",
    ]

    let uploads: UploadReader
    let memory: BodyMemory

    private static let layout = BodyLayout(
        fields: .ownParts,
        keys: keys,
        repeatedKeys: ["kept", "products"],
        imageNames: ["images"],
        takesObject: false
    )

    /// Reads a form and passes it to a closure. Its images are removed afterwards.
    ///
    /// - Parameters:
    ///   - address: the client that the form is attributed to.
    ///   - visitor: if given, the form must contain that browser's token.
    ///   - refusesUnproved: whether a form without the token is rejected here; otherwise `use` shows it again with a
    ///     new token.
    func withForm<Value: Sendable>(
        of request: Request,
        sentBy address: ClientAddress,
        from visitor: Visitor?,
        requiresToken: Bool = true,
        _ use: (WebForm) async throws -> Value
    ) async throws -> Value {
        if request.headers[.contentType]?.lowercased().hasPrefix("multipart/") == true {
            return try await uploads.withUpload(of: request, from: address, laidOut: Self.layout) { upload in
                try await use(try Self.checked(WebForm(upload), visitor, requiresToken))
            }
        }
        let body: ByteBuffer
        do {
            body = try await memory.withReservation(for: address) { reservation in
                try reservation.reserve(Self.maximumByteCount)
                return try await request.body.collect(upTo: Self.maximumByteCount)
            }
        } catch let error as RequestError {
            throw error
        } catch is NIOTooManyBytesError {
            throw RequestError.bodyTooLarge(maximumByteCount: Self.maximumByteCount)
        } catch {
            throw RequestError.interrupted
        }
        return try await use(try Self.checked(WebForm(urlEncoded: String(buffer: body)), visitor, requiresToken))
    }

    private static func checked(
        _ form: WebForm,
        _ visitor: Visitor?,
        _ requiresToken: Bool
    ) throws(WebError) -> WebForm {
        var form = form
        form.hasValidToken = visitor.map { $0.csrf != nil && form["csrf"] == $0.csrf } ?? true
        guard form.hasValidToken || !requiresToken else { throw .foreignForm }
        return form
    }
}

/// An error that occurs only with pages.
enum WebError: Error, Hashable, Sendable {
    /// A form without this browser's token: it comes from another site, cookies are disabled, or it is very old.
    case foreignForm
    /// The ticket for the password has expired.
    case expiredTicket
}
