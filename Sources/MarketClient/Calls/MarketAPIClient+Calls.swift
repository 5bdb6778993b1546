public import Foundation
public import MarketAPI
public import MarketModels

extension MarketAPIClient: MarketService {
    // MARK: Reading

    /// Loads a page of a product list.
    ///
    /// - Throws: ``MarketClientError/unreadableResponse(detail:)`` also if the next page would be this one again, which would be
    ///   loaded forever by following the cursors.
    public func products(_ request: ProductListRequest) async throws(MarketClientError) -> ProductListResponse {
        var query = [
            URLQueryItem(name: "items_per_page", value: String(request.size)),
            // Without this parameter, lists omit the currencies that old apps can't read.
            URLQueryItem(name: "currency", value: "all"),
        ]
        if request.order != .newest { query.append(URLQueryItem(name: "sort", value: request.order.rawValue)) }
        if !request.search.isEmpty { query.append(URLQueryItem(name: "search_value", value: request.search)) }
        if request.isInStock { query.append(URLQueryItem(name: "in_stock", value: "1")) }
        if let vendor = request.vendor { query.append(URLQueryItem(name: "vendor_id", value: String(vendor.rawValue))) }
        query += request.attributes.parameters.map { URLQueryItem(name: $0.parameter.rawValue, value: $0.value) }
        if let cursor = request.cursor { query.append(URLQueryItem(name: "cursor", value: cursor)) }
        let response = try await read(
            ProductListResponse.self,
            from: perform(self.request(.get, .products, query: query), .none)
        )
        guard request.cursor == nil || response.nextCursor != request.cursor else {
            throw .unreadableResponse(detail: "the page after this one is this one")
        }
        return response
    }

    public func categories() async throws(MarketClientError) -> CategoryListResponse {
        try await read(CategoryListResponse.self, from: perform(request(.get, .categories), .none))
    }

    /// Loads a product, including its ``/MarketAPI/DetailedProduct/entityTag``.
    public func product(_ id: Product.ID) async throws(MarketClientError) -> DetailedProduct {
        try await product(from: perform(request(.get, .product(id)), .none))
    }

    public func contact(of id: Product.ID) async throws(MarketClientError) -> String? {
        try await read(ContactResponse.self, from: perform(request(.get, .contact(id)), .none)).contact
    }

    public func contact(of id: Product.ID, secret: String) async throws(MarketClientError) -> String? {
        let body = Data(encodedSecret(secret))
        let response = try await perform(request(.post, .contact(id), body: .bytes(body)), .none)
        return try read(ContactResponse.self, from: response).contact
    }

    /// Loads the bytes of an image from a URL in a response, as the server stores it; at most
    /// ``ClientRequest/largestResponse``.
    public func image(at url: URL) async throws(MarketClientError) -> Data {
        try await perform(ClientRequest(.get, url), .none).body
    }

    /// Checks whether a market runs at the base URL, and returns its state.
    public func health() async throws(MarketClientError) -> HealthResponse {
        try await read(HealthResponse.self, from: perform(request(.get, .health), .none))
    }

    // MARK: Writing

    /// Lists a product for sale. The request is assembled in a file in ``Configuration/temporaryFolder``.
    public func list(
        _ listing: NewListing,
        key: UUID,
        progress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
    ) async throws(MarketClientError) -> DetailedProduct {
        let form = try FormFile(
            parameters: listing.draft.encoded(secret: listing.secret),
            images: listing.images,
            in: configuration.temporaryFolder
        )
        defer { form.remove() }
        var headers = ["Content-Type": form.contentType, "Idempotency-Key": key.uuidString.lowercased()]
        headers["identifier"] = configuration.identifier?.text
        headers["vendor-name"] = (listing.vendorName ?? configuration.vendorName)?
            .addingPercentEncoding(withAllowedCharacters: .urlHostAllowed)
        let request = request(.post, .products, headers: headers, body: .file(form.url))
        return try await product(from: perform(request, .repeatable, progress: progress))
    }

    public func check(_ secret: String, of id: Product.ID) async throws(MarketClientError) -> DetailedProduct {
        // An empty PATCH only checks the secret (API.md, “training”) and returns the current product.
        let body = Data(ProductPatch().encoded(secret: secret))
        return try await product(from: perform(request(.patch, .product(id), body: .bytes(body)), .none))
    }

    /// Changes a product. If the edit has a version but no entity tag, loads the product first to get the tag.
    public func update(
        _ id: Product.ID,
        with edit: ListingEdit,
        secret: String,
        progress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
    ) async throws(MarketClientError) -> DetailedProduct {
        let parameters = edit.patch.encoded(secret: secret, keeping: edit.keptImages)
        var headers: [String: String] = [:]
        if let version = edit.version {
            headers["If-Match"] = try await tag(of: id, version: version, known: edit.entityTag)
        }
        guard !edit.newImages.isEmpty else {
            let request = request(.patch, .product(id), headers: headers, body: .bytes(Data(parameters)))
            return try await product(from: perform(request, .once, progress: progress))
        }
        let form = try FormFile(parameters: parameters, images: edit.newImages, in: configuration.temporaryFolder)
        defer { form.remove() }
        headers["Content-Type"] = form.contentType
        let request = request(.patch, .product(id), headers: headers, body: .file(form.url))
        return try await product(from: perform(request, .once, progress: progress))
    }

    private func product(from response: ClientResponse) throws(MarketClientError) -> DetailedProduct {
        var product = try read(DetailedProduct.self, from: response)
        product.entityTag = response[header: "ETag"]
        return product
    }

    /// Returns the entity tag of the version that an edit is based on.
    ///
    /// If the edit has only a version number, the tag is requested from the server.
    private func tag(of id: Product.ID, version: Int64, known: String?) async throws(MarketClientError) -> String {
        if let known { return known }
        let product = try await product(id)
        // No product has the empty tag, so an edit of another version fails instead of changing the product.
        return product.version == version ? product.entityTag ?? "\"\"" : "\"\""
    }

    /// Deletes a product permanently. If the response is lost or isn't the market's, checks whether the product still exists.
    public func delete(_ id: Product.ID, secret: String) async throws(MarketClientError) {
        let body = Data(encodedSecret(secret))
        let response = try await perform(request(.post, .secret(id), body: .bytes(body)), .none)
        let token = String(decoding: response.body, as: UTF8.self)
        guard UUID(uuidString: token) != nil else { throw .unreadableResponse(detail: "no delete token") }
        do throws(MarketClientError) {
            let deleted = try await self.product(from: perform(request(.delete, .deletion(id, token: token)), .once))
            guard deleted.id == id else { throw .unreadableResponse(detail: "another product") }
        } catch {
            // Either the response was lost, or the system's HTTP library repeated the DELETE, which it considers safe,
            // and the token was already used. Whether the product still exists decides the outcome.
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

    // MARK: Reporting

    /// Reports a product or a seller to the operator of the market. If the response is lost, the report is sent again.
    public func report(
        _ subject: Report.Subject,
        with draft: ReportDraft
    ) async throws(MarketClientError) -> ReportReceipt {
        let route: MarketRoute =
            switch subject {
            case .product(let id): .productReports(id)
            case .vendor(let id): .vendorReports(id)
            }
        let request = request(.post, route, body: .bytes(Data(draft.encoded)))
        return try await read(ReportReceipt.self, from: perform(request, .repeatable))
    }

    /// Loads what became of a report.
    ///
    /// - Parameter token: The ``/MarketAPI/ReportReceipt/token`` of its receipt.
    public func report(withReceipt token: String) async throws(MarketClientError) -> ReportReceipt {
        try await read(ReportReceipt.self, from: perform(request(.get, .receipt(token)), .none))
    }
}

extension MarketClientError {
    fileprivate var leavesDeletionOpen: Bool {
        switch self {
        case .outcomeUnknown, .unreadableResponse: true
        case .refused(let refusal): refusal.code == .invalidToken
        case .cancelled, .unreachable, .unusableFile: false
        }
    }
}

private struct ContactResponse: Decodable {
    let contact: String?
}

/// The response of `/health`.
public struct HealthResponse: Hashable, Sendable, Decodable {
    /// The state of the server, `ok` if it has no problem.
    public let status: String
    /// The version of the server.
    public let version: String

    /// Whether ``status`` is `ok`.
    public var isHealthy: Bool { status == "ok" }
}
