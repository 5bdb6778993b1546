public import Foundation
public import MarketAPI
public import MarketModels

extension MarketAPIClient: MarketCalls {
    // MARK: Reading

    public func products(_ request: ProductListRequest) async throws(MarketClientError) -> ProductListAnswer {
        var query = [
            URLQueryItem(name: "items_per_page", value: String(request.size)),
            // Without it, lists leave out what old apps can't read.
            URLQueryItem(name: "currency", value: "all"),
        ]
        if request.order != .newest { query.append(URLQueryItem(name: "sort", value: request.order.rawValue)) }
        if !request.search.isEmpty { query.append(URLQueryItem(name: "search_value", value: request.search)) }
        if request.isInStock { query.append(URLQueryItem(name: "in_stock", value: "1")) }
        if let vendor = request.vendor { query.append(URLQueryItem(name: "vendor_id", value: String(vendor.rawValue))) }
        if let cursor = request.cursor { query.append(URLQueryItem(name: "cursor", value: cursor)) }
        return try await read(ProductListAnswer.self, from: perform(self.request(.get, .products, query: query), .safe))
    }

    public func product(_ id: Product.ID) async throws(MarketClientError) -> DetailedProduct {
        try await product(from: perform(request(.get, .product(id)), .safe))
    }

    public func contact(of id: Product.ID) async throws(MarketClientError) -> String? {
        try await read(ContactAnswer.self, from: perform(request(.get, .contact(id)), .safe)).contact
    }

    /// The bytes of a picture that an answer named, as the market keeps it.
    public func picture(at url: URL) async throws(MarketClientError) -> Data {
        try await perform(ClientRequest(.get, url), .safe).body
    }

    /// Whether a market answers there, and whether it is well.
    public func health() async throws(MarketClientError) -> HealthAnswer {
        try await read(HealthAnswer.self, from: perform(request(.get, .health), .safe))
    }

    // MARK: Writing

    public func list(
        _ listing: NewListing,
        key: UUID,
        progress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
    ) async throws(MarketClientError) -> DetailedProduct {
        let form = try FormFile(
            parameters: listing.draft.encoded(secret: listing.secret),
            pictures: listing.pictures,
            in: configuration.temporaryFolder
        )
        defer { form.remove() }
        var headers = ["Content-Type": form.contentType, "Idempotency-Key": key.uuidString.lowercased()]
        headers["identifier"] = configuration.identifier?.text
        headers["vendor-name"] = (listing.vendorName ?? configuration.vendorName)?
            .addingPercentEncoding(withAllowedCharacters: .urlHostAllowed)
        let request = request(.post, .products, headers: headers, body: .file(form.url))
        return try await product(from: perform(request, .safe, progress: progress))
    }

    public func check(_ secret: String, of id: Product.ID) async throws(MarketClientError) -> DetailedProduct {
        // A PATCH of nothing is a check (API.md, “training”), and answers the product as it is now.
        let body = Data(ProductPatch().encoded(secret: secret))
        return try await product(from: perform(request(.patch, .product(id), body: .bytes(body)), .safe))
    }

    public func edit(
        _ id: Product.ID,
        _ edit: ListingEdit,
        secret: String,
        progress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
    ) async throws(MarketClientError) -> DetailedProduct {
        let parameters = edit.patch.encoded(secret: secret, keeping: edit.keptPictures)
        var headers: [String: String] = [:]
        if let version = edit.version {
            headers["If-Match"] = try await tag(of: id, version: version, known: edit.entityTag)
        }
        guard !edit.newPictures.isEmpty else {
            let request = request(.patch, .product(id), headers: headers, body: .bytes(Data(parameters)))
            return try await product(from: perform(request, .unsafe, progress: progress))
        }
        let form = try FormFile(parameters: parameters, pictures: edit.newPictures, in: configuration.temporaryFolder)
        defer { form.remove() }
        headers["Content-Type"] = form.contentType
        let request = request(.patch, .product(id), headers: headers, body: .file(form.url))
        return try await product(from: perform(request, .unsafe, progress: progress))
    }

    private func product(from response: ClientResponse) throws(MarketClientError) -> DetailedProduct {
        var product = try read(DetailedProduct.self, from: response)
        product.entityTag = response[header: "ETag"]
        return product
    }

    /// The tag of the version that an edit was made from.
    ///
    /// An edit that knows only the version's number needs the market's word for it.
    private func tag(of id: Product.ID, version: Int64, known: String?) async throws(MarketClientError) -> String {
        if let known { return known }
        let product = try await product(id)
        // No product has the empty tag: what has another version by now is not changed.
        return product.version == version ? product.entityTag ?? "\"\"" : "\"\""
    }

    public func delete(_ id: Product.ID, secret: String) async throws(MarketClientError) {
        let body = Data(encodedSecret(secret))
        let answer = try await perform(request(.post, .secret(id), body: .bytes(body)), .safe)
        let token = String(decoding: answer.body, as: UTF8.self)
        guard UUID(uuidString: token) != nil else { throw .unreadableAnswer(detail: "no delete token") }
        do {
            _ = try await perform(request(.delete, .deletion(id, token: token)), .unsafe)
        } catch {
            // The answer was lost, or the request was sent again by the system's HTTP library, which takes deletions
            // for safe to repeat, and found its token used up. Whether the product is gone tells what became of it.
            guard error.leavesDeletionOpen, await isGone(id) else { throw error }
        }
    }

    private func isGone(_ id: Product.ID) async -> Bool {
        do {
            _ = try await product(id)
            return false
        } catch {
            return error.isGone
        }
    }
}

extension MarketClientError {
    fileprivate var leavesDeletionOpen: Bool {
        if case .outcomeUnknown = self { return true }
        return refusal?.code == .deadToken
    }
}

private struct ContactAnswer: Decodable {
    let contact: String?
}

/// What `/health` answers.
public struct HealthAnswer: Hashable, Sendable, Decodable {
    /// `ok` when all is well.
    public let status: String
    /// The version of the server.
    public let version: String

    public var isWell: Bool { status == "ok" }
}
