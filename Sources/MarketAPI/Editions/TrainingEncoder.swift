public import MarketModels

/// Writes the answers of the `training` edition.
public struct TrainingEncoder: Sendable {
    private let origin: Origin

    public init(origin: Origin) {
        self.origin = origin
    }

    // MARK: List

    /// Writes the envelope with its products.
    ///
    /// - Parameter number: the page that was asked for, or nil when the list is walked by cursor; then there is a next
    ///   page exactly when there is a next cursor.
    public func list(_ page: ProductPage, number: Int?, size: Int) -> [UInt8] {
        let window = PageWindow(number: number ?? 1, size: size, totalCount: page.totalCount)
        var json = JSONWriter(capacity: 400 + page.products.count * 640)
        json.beginObject()
        json.key("page_no")
        json.number(window.number)
        json.key("items_per_page")
        json.number(window.size)
        json.key("total_count")
        json.number(window.totalCount)
        json.key("offset")
        json.number(window.offset)
        json.key("limit")
        json.number(window.limit)
        json.key("last_page")
        json.number(window.lastPage)
        json.key("has_next")
        json.bool(number == nil ? page.nextCursor != nil : window.hasNext)
        json.key("has_prev")
        json.bool(number == nil ? true : window.hasPrevious)
        json.key("next_cursor")
        if let cursor = page.nextCursor {
            json.string(CursorText.text(of: cursor))
        } else {
            json.null()
        }
        json.key("pages")
        json.beginArray()
        for product in page.products {
            write(product, to: &json)
        }
        json.endArray()
        json.endObject()
        return json.bytes
    }

    private func write(_ product: ProductSummary, to json: inout JSONWriter) {
        json.beginObject()
        json.key("id")
        json.number(product.id.rawValue)
        json.key("vendor_id")
        json.number(product.vendorID.rawValue)
        json.key("name")
        json.string(product.name)
        json.key("thumbnail")
        json.string(thumbnailLink(product.thumbnail))
        writePricing(product.pricing, to: &json)
        json.key("stock")
        json.number(product.stock)
        json.key("created_at")
        json.trainingDate(product.registeredAt)
        json.key("issued_at")
        json.trainingDate(product.updatedAt)
        writeExtensions(
            registeredAt: product.registeredAt,
            updatedAt: product.updatedAt,
            version: product.version,
            to: &json
        )
        json.endObject()
    }

    // MARK: Detail

    /// Writes the full product.
    public func product(_ product: Product) -> [UInt8] {
        var json = JSONWriter(capacity: 1200 + product.listing.description.utf8.count)
        json.beginObject()
        json.key("id")
        json.number(product.id.rawValue)
        json.key("vendor_id")
        json.number(product.vendor.id.rawValue)
        json.key("name")
        json.string(product.listing.name)
        json.key("description")
        json.string(product.listing.description)
        json.key("thumbnail")
        json.string(thumbnailLink(product.thumbnail?.name))
        writePricing(product.listing.pricing, to: &json)
        json.key("stock")
        json.number(product.listing.stock)
        json.key("created_at")
        json.trainingDate(product.registeredAt)
        json.key("issued_at")
        json.trainingDate(product.updatedAt)
        json.key("images")
        json.beginArray()
        for picture in product.pictures { write(picture, to: &json) }
        json.endArray()
        json.key("vendors")
        write(product.vendor, to: &json)
        writeExtensions(
            registeredAt: product.registeredAt,
            updatedAt: product.updatedAt,
            version: product.version,
            to: &json
        )
        json.endObject()
        return json.bytes
    }

    private func write(_ picture: Picture, to json: inout JSONWriter) {
        json.beginObject()
        json.key("id")
        json.number(picture.id.rawValue)
        json.key("url")
        json.string(origin.link(to: PictureFile(picture.name, .full)))
        json.key("thumbnail_url")
        json.string(origin.link(to: PictureFile(picture.name, .thumbnail)))
        json.key("succeed")
        json.bool(true)
        json.key("issued_at")
        json.trainingDate(picture.issuedAt)
        json.endObject()
    }

    private func write(_ vendor: Vendor, to json: inout JSONWriter) {
        json.beginObject()
        json.key("name")
        json.string(vendor.name)
        json.key("id")
        json.number(vendor.id.rawValue)
        json.key("created_at")
        json.trainingDate(vendor.createdAt)
        json.key("issued_at")
        json.trainingDate(vendor.createdAt)
        json.endObject()
    }

    // MARK: Parts of both

    /// `discounted_price` is the amount off here, `bargain_price` what is paid (API.md, “training”).
    private func writePricing(_ pricing: Pricing, to json: inout JSONWriter) {
        json.key("currency")
        json.string(pricing.currency.rawValue)
        json.key("price")
        json.amount(pricing.price)
        json.key("bargain_price")
        json.amount(pricing.bargain)
        json.key("discounted_price")
        json.amount(pricing.discount)
    }

    private func writeExtensions(
        registeredAt: Timestamp,
        updatedAt: Timestamp,
        version: Int64,
        to json: inout JSONWriter
    ) {
        json.key("registered_at")
        json.moment(registeredAt)
        json.key("updated_at")
        json.moment(updatedAt)
        json.key("version")
        json.number(version)
    }

    /// A product without pictures shows the placeholder: an edition must always send a URL.
    private func thumbnailLink(_ name: PictureName?) -> String {
        name.map { origin.link(to: PictureFile($0, .thumbnail)) } ?? origin.text + "/images/placeholder.png"
    }
}
