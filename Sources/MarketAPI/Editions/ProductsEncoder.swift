public import MarketModels

/// Encodes the responses of `/api/products` in the `training` and `openmarket` editions.
public struct ProductsEncoder: Sendable {
    private let origin: Origin
    private let dialect: Dialect

    /// Creates an encoder whose links begin with `origin`.
    public init(origin: Origin, dialect: Dialect = .main) {
        self.origin = origin
        self.dialect = dialect
    }

    // MARK: List

    /// Encodes a page of products in its envelope.
    ///
    /// - Parameter number: The requested page, from 1. Nil if the list is paged by cursor; then there is a next page
    ///   exactly if there is a next cursor.
    public func list(_ page: ProductPage, number: Int?, size: Int) -> [UInt8] {
        let window = PageWindow(number: number ?? 1, size: size, totalCount: page.totalCount)
        // Beyond a capped total only the cursor shows whether more products follow.
        // Page numbers of a sorted list don't reach as far as its total.
        let hasNext =
            number == nil || page.isTotalCapped
            ? page.nextCursor != nil : window.hasNext && !page.products.isEmpty
        let hasPrevious = number == nil ? true : window.hasPrevious
        var json = JSONWriter(capacity: 400 + page.products.count * 640)
        json.beginObject()
        if dialect.edition == .openmarket {
            json.member("pageNo", window.number)
            json.member("itemsPerPage", window.size)
            json.member("totalCount", window.totalCount)
            json.member("offset", window.offset)
            json.member("limit", window.limit)
            json.member("lastPage", window.lastPage)
            json.member("hasNext", hasNext)
            json.member("hasPrev", hasPrevious)
        } else {
            json.member("page_no", window.number)
            json.member("items_per_page", window.size)
            json.member("total_count", window.totalCount)
            json.member("offset", window.offset)
            json.member("limit", window.limit)
            json.member("last_page", window.lastPage)
            json.member("has_next", hasNext)
            json.member("has_prev", hasPrevious)
        }
        if dialect.hasExtensions {
            if page.isTotalCapped { json.member("total_capped", true) }
            json.member("next_cursor", page.nextCursor.map(CursorCoding.text))
            if let corrected = page.correctedSearch { json.member("corrected_query", corrected) }
        }
        json.member("pages", objects: page.products) { write($1, to: &$0) }
        json.endObject()
        return json.bytes
    }

    private func write(_ product: ProductSummary, to json: inout JSONWriter) {
        json.member("id", product.id.rawValue)
        json.member("vendor_id", product.vendorID.rawValue)
        if dialect.edition == .openmarket {
            json.member("vendorName", product.vendorName)
            json.member("description", product.description ?? "")
        }
        json.member("name", product.name)
        json.member("thumbnail", thumbnail: product.thumbnail, at: origin)
        write(product.pricing, stock: product.shownStock, to: &json)
        if let reduction = product.shownReduction { write(reduction, from: product.pricing, to: &json) }
        writeTimes(product.registeredAt, product.updatedAt, version: product.version, to: &json)
        if product.state != .open { write(product.state, to: &json) }
        write(product.attributes, to: &json)
    }

    // MARK: Detail

    /// Encodes a full product.
    ///
    /// - Parameter forSeller: Whether to include how long the listing lasts, and a state that is open.
    public func product(_ product: Product, forSeller: Bool = false) -> [UInt8] {
        var json = JSONWriter(capacity: 1200 + product.listing.description.utf8.count)
        json.beginObject()
        json.member("id", product.id.rawValue)
        json.member("vendor_id", product.vendor.id.rawValue)
        json.member("name", product.listing.name)
        json.member("description", product.listing.description)
        write(product.listing.attributes, to: &json)
        json.member("thumbnail", thumbnail: product.thumbnail?.name, at: origin)
        write(product.listing.pricing, stock: product.shownStock, to: &json)
        json.member("images", objects: product.images) { write($1, to: &$0) }
        json.key("vendors")
        json.object { write(product.vendor, to: &$0) }
        if let reduction = product.shownReduction { write(reduction, from: product.listing.pricing, to: &json) }
        writeTimes(product.registeredAt, product.updatedAt, version: product.version, to: &json)
        if forSeller || product.state != .open { write(product.state, to: &json) }
        if forSeller, dialect.hasExtensions, let end = product.lifecycle.expiresAt {
            json.member("expires_at", timestamp: end)
        }
        json.endObject()
        return json.bytes
    }

    private func write(_ image: ProductImage, to json: inout JSONWriter) {
        json.member("id", image.id.rawValue)
        json.member("url", link: ImageFile(image.name, .full), at: origin)
        json.member("thumbnail_url", link: ImageFile(image.name, .thumbnail), at: origin)
        json.member("succeed", true)
        writeDay("issued_at", image.issuedAt, to: &json)
    }

    private func write(_ vendor: Vendor, to json: inout JSONWriter) {
        json.member("name", vendor.name)
        json.member("id", vendor.id.rawValue)
        writeDay("created_at", vendor.createdAt, to: &json)
        writeDay("issued_at", vendor.createdAt, to: &json)
    }

    // MARK: Shared

    /// Writes the prices: `discounted_price` is the discount, `bargain_price` the sale price (API.md, “training”).
    private func write(_ pricing: Pricing, stock: Int64, to json: inout JSONWriter) {
        json.member("currency", pricing.currency.rawValue)
        if dialect.roundsPrices {
            let (price, salePrice) = (pricing.price.wholeUnitsRoundedHalfUp, pricing.salePrice.wholeUnitsRoundedHalfUp)
            json.member("price", price)
            json.member("bargain_price", salePrice)
            // The difference of the rounded prices, so that the three values add up.
            json.member("discounted_price", price - salePrice)
        } else {
            json.member("price", pricing.price)
            json.member("bargain_price", pricing.salePrice)
            json.member("discounted_price", pricing.discount)
        }
        json.member("stock", stock)
    }

    /// Writes the dates that apps read, and the exact times and the version, which are extensions.
    private func writeTimes(
        _ registeredAt: Timestamp,
        _ updatedAt: Timestamp,
        version: Int64,
        to json: inout JSONWriter
    ) {
        writeDay("created_at", registeredAt, to: &json)
        writeDay("issued_at", updatedAt, to: &json)
        guard dialect.hasExtensions else { return }
        json.member("registered_at", timestamp: registeredAt)
        json.member("updated_at", timestamp: updatedAt)
        json.member("version", version)
    }

    /// Writes the state and its time, which are extensions. An open product has neither.
    private func write(_ state: ListingState, to json: inout JSONWriter) {
        guard dialect.hasExtensions else { return }
        json.member("state", state.kind.rawValue)
        switch state {
        case .open, .hidden: break
        case .reserved(let end): json.member("reserved_until", timestamp: end)
        case .sold(let time): json.member("sold_at", timestamp: time)
        case .expired(let time): json.member("expired_at", timestamp: time)
        }
    }

    /// Writes a reduction of the price, which is an extension. A product without one has no such keys, and neither has one
    /// whose whole units don't show it.
    private func write(_ reduction: PriceReduction, from pricing: Pricing, to json: inout JSONWriter) {
        guard dialect.hasExtensions else { return }
        if dialect.roundsPrices {
            let lowest = reduction.lowest.wholeUnitsRoundedHalfUp
            guard lowest > pricing.salePrice.wholeUnitsRoundedHalfUp else { return }
            json.member("reduced_from", lowest)
        } else {
            json.member("reduced_from", reduction.lowest)
        }
        json.member("reduced_at", timestamp: reduction.reducedAt)
    }

    /// What is the same of an attribute in all products, encoded once.
    private struct AttributeMember {
        /// The key, with quotes and colon.
        let key: [UInt8]
        /// The values of a choice, with quotes; empty for other kinds.
        let choices: [[UInt8]]

        init(_ field: ListingField) {
            key = Array("\"\(field.key)\":".utf8)
            choices = if case .choice(let names) = field.kind { names.map { Array("\"\($0)\"".utf8) } } else { [] }
        }
    }

    private static let attributeMembers = ListingField.attributes.map(AttributeMember.init)

    /// Writes the attributes that are given, which are extensions. A listing without any has no such keys.
    private func write(_ attributes: ListingAttributes, to json: inout JSONWriter) {
        guard dialect.hasExtensions else { return }
        let values = attributes.values
        for index in values.indices {
            guard let value = values[index] else { continue }
            json.key(encoded: Self.attributeMembers[index].key)
            switch value {
            case .text(let text): json.string(text)
            case .number(let number):
                let choices = Self.attributeMembers[index].choices
                if let choice = Int(exactly: number), choices.indices.contains(choice) {
                    json.raw(choices[choice])
                } else {
                    json.number(number)
                }
            }
        }
    }

    private func writeDay(_ name: StaticString, _ time: Timestamp, to json: inout JSONWriter) {
        json.member(name, day: time, hasFraction: dialect.edition != .openmarket)
    }
}
