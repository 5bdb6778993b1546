import Hummingbird
import MarketAPI
import MarketModels

/// What a request for a list asks for, with the tolerance that API.md states.
struct ListParameters: Hashable, Sendable {
    let query: ProductQuery
    /// The page that was asked for; nil when the list is walked by cursor.
    let pageNumber: Int?

    init(_ parameters: Parameters) throws(RequestError) {
        let number = Self.number(parameters, "page_no", "page-no") ?? 1
        let size = Self.number(parameters, "items_per_page", "items-per-page") ?? ProductQuery.defaultPageSize
        let vendor = parameters["vendor_id"].flatMap { Int64($0) }.map { Vendor.ID(rawValue: $0) }
        if let text = parameters["cursor"], !text.isEmpty {
            guard let cursor = CursorText.cursor(from: text) else {
                throw .unreadableBody(detail: "'cursor' is none that this market has given")
            }
            query = ProductQuery(window: .after(cursor), size: size, vendor: vendor)
            pageNumber = nil
        } else {
            query = ProductQuery(window: .page(number), size: size, vendor: vendor)
            pageNumber = max(1, number)
        }
    }

    /// Reads a number that may be out of any range; what is none counts as not given.
    static func number(_ parameters: Parameters, _ names: Substring...) -> Int? {
        for name in names {
            guard let text = parameters[name] else { continue }
            if let number = Int(text) { return number }
            let digits = text.drop { $0 == "-" || $0 == "+" }
            guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { continue }
            return text.hasPrefix("-") ? .min : .max
        }
        return nil
    }
}
