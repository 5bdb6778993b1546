import Foundation
import HTTPTypes
import Hummingbird
import MarketAPI
import MarketCore
import NIOCore

/// What a form has brought: its fields by name, and its images in the spool.
struct WebForm: Sendable {
    /// A field that is sent twice has two values.
    private let fields: [String: [String]]
    let images: [UploadedImage]
    /// Whether it brought this browser's token along. Without one it may be another site's.
    fileprivate(set) var isProved = false

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

    /// Reads `application/x-www-form-urlencoded`.
    init(urlEncoded text: String) {
        fields = Dictionary(grouping: URLEncodedFields(text).pairs) { $0.name }.mapValues { $0.map(\.value) }
        images = []
    }

    /// The first value, with line breaks as they are everywhere else.
    subscript(_ name: String) -> String? { fields[name]?.first?.replacing("\r\n", with: "\n") }

    func all(_ name: String) -> [String] { fields[name] ?? [] }
}

/// Reads forms, and refuses those that another site has sent.
struct WebFormReader: Sendable {
    private static let maximumByteCount = 64 * 1024
    private static let keys: Set<String> = [
        "name", "price", "currency", "discount", "stock", "seller", "contact", "password", "descriptions", "kept",
        "order",
        "remove", "key", "csrf", "ticket", "version", "overwrite", "secret", "view", "language", "back", "from",
        "was-name", "was-price", "was-currency", "was-discount", "was-stock", "was-contact", "was-descriptions",
        "was-kept",
    ]

    let uploads: UploadReader
    let memory: BodyMemory

    private static let layout = BodyLayout(
        fields: .ownParts,
        keys: keys,
        repeatedKeys: ["kept"],
        pictureNames: ["images"],
        takesObject: false
    )

    /// Hands over a form; its images are gone afterwards.
    ///
    /// - Parameters:
    ///   - address: whom it counts for.
    ///   - visitor: given, the form has to bring that browser's token along.
    ///   - refusesUnproved: whether one without it is refused here; otherwise `use` shows it again, with a new token.
    func withForm<Value: Sendable>(
        of request: Request,
        sentBy address: ClientAddress,
        from visitor: Visitor?,
        refusesUnproved: Bool = true,
        _ use: (WebForm) async throws -> Value
    ) async throws -> Value {
        if let site = request.headers[.secFetchSite], site == "cross-site" { throw WebError.foreignForm }
        if request.headers[.contentType]?.lowercased().hasPrefix("multipart/") == true {
            return try await uploads.withUpload(of: request, from: address, laidOut: Self.layout) { upload in
                try await use(try Self.checked(WebForm(upload), visitor, refusesUnproved))
            }
        }
        let body: ByteBuffer
        do {
            body = try await memory.holding(for: address) { share in
                try share.hold(Self.maximumByteCount)
                return try await request.body.collect(upTo: Self.maximumByteCount)
            }
        } catch let error as RequestError {
            throw error
        } catch is NIOTooManyBytesError {
            throw RequestError.bodyTooLarge(maximumByteCount: Self.maximumByteCount)
        } catch {
            throw RequestError.interrupted
        }
        return try await use(try Self.checked(WebForm(urlEncoded: String(buffer: body)), visitor, refusesUnproved))
    }

    private static func checked(
        _ form: WebForm,
        _ visitor: Visitor?,
        _ refusesUnproved: Bool
    ) throws(WebError) -> WebForm {
        var form = form
        form.isProved = visitor.map { $0.csrf != nil && form["csrf"] == $0.csrf } ?? true
        guard form.isProved || !refusesUnproved else { throw .foreignForm }
        return form
    }
}

/// What only pages can get wrong.
enum WebError: Error, Hashable, Sendable {
    /// A form without this browser's token: another site has sent it, or cookies are off, or it is very old.
    case foreignForm
    /// The password was presented too long ago.
    case expiredTicket
}
