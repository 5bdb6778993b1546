import Foundation
import MarketAPI
import MarketModels

/// The formats of an export, which `openmarket import` can read.
enum ExportFormat: String, CaseIterable {
    case csv, json

    /// Creates the format of a file from its extension.
    init?(path: String) {
        self.init(rawValue: URL(filePath: path).pathExtension.lowercased())
    }

    /// The text before the first product. A byte order mark tells spreadsheets that the text is UTF-8.
    var head: String {
        switch self {
        case .csv: "\u{FEFF}" + Self.columns.joined(separator: ",") + "\r\n"
        case .json: "[\n"
        }
    }

    /// The text between two products.
    var separator: String { self == .json ? ",\n" : "" }

    /// The text after the last product.
    var tail: String { self == .json ? "\n]\n" : "" }

    private static let columns =
        ["id", "name", "description", "price", "currency", "discount", "stock", "seller", "pictures"]
        + ListingField.attributes.map(\.rawValue) + ["state", "reserved_until"]

    /// Returns the text of a product.
    ///
    /// - Parameters:
    ///   - product: The product.
    ///   - images: The paths of the image files, relative to the exported file.
    func text(of product: DetailedProduct, images: [String]) throws -> String {
        let listing = product.listing
        let pricing = listing.pricing
        let (state, lastDay) = Self.state(of: product)
        switch self {
        case .csv:
            let fields =
                [
                    String(product.id.rawValue), listing.name, listing.description,
                    DecimalAmount(pricing.price).digits, pricing.currency.rawValue,
                    DecimalAmount(pricing.discount).digits,
                    String(listing.stock), product.vendor.name, images.joined(separator: ";"),
                ] + ListingField.attributes.map { listing.attributes[$0] } + [state ?? "", lastDay ?? ""]
            return fields.map { Self.quoted(CSVFormula.escaped($0)) }.joined(separator: ",") + "\r\n"
        case .json:
            var json = JSONWriter(capacity: 512)
            json.beginObject()
            json.member("id", product.id.rawValue)
            json.member("name", listing.name)
            json.member("description", listing.description)
            json.key("price")
            json.number(digits: DecimalAmount(pricing.price).digits)
            json.member("currency", pricing.currency.rawValue)
            json.key("discount")
            json.number(digits: DecimalAmount(pricing.discount).digits)
            json.member("stock", listing.stock)
            json.member("seller", product.vendor.name)
            for (field, value) in listing.attributes.given {
                json.key(text: field.rawValue)
                if let number = field.number(value) { json.number(number) } else { json.string(field.text(value)) }
            }
            if let state { json.member("state", state) }
            if let lastDay { json.member("reserved_until", lastDay) }
            json.member("pictures") { json in for image in images { json.string(image) } }
            json.endObject()
            return String(decoding: json.bytes, as: UTF8.self)
        }
    }

    /// Returns the state of a product, unless it is open, and the last day of its reservation. The note about it is in no
    /// response of the market.
    private static func state(of product: DetailedProduct) -> (state: String?, lastDay: String?) {
        switch product.state {
        case .open: (nil, nil)
        case .reserved(let end): (ListingState.Kind.reserved.rawValue, CalendarDay(endingAtMidnight: end)?.text)
        case .sold, .hidden, .expired: (product.state.kind.rawValue, nil)
        }
    }

    /// Returns a field, quoted if necessary (RFC 4180).
    static func quoted(_ field: String) -> String {
        let needsQuotes =
            field.unicodeScalars.contains { "\",;\t\r\n".unicodeScalars.contains($0) }
            || field.hasPrefix(" ") || field.hasSuffix(" ")
        return needsQuotes ? "\"\(field.replacing("\"", with: "\"\""))\"" : field
    }
}
