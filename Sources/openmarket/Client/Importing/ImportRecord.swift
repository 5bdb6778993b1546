/// A product of a file as it was written: texts by column.
struct ImportRecord: Hashable {
    enum Column: String, CaseIterable {
        case name, description, price, currency, discount, stock, category, condition, handover, place, contact,
            password, state
        case reservedUntil = "reserved_until"
        case reservationNote = "reservation_note"
        case images = "pictures"

        /// The price after the discount.
        case salePrice = "sale_price"
        /// The price before the discount, where ``price`` is the one after it.
        case priceBefore = "compare_at_price"

        init?(heading: String) {
            guard case .column(let column) = TableHeading(heading) else { return nil }
            self = column
        }
    }

    /// The line on which it begins, from 1.
    let line: Int
    /// The texts that are not empty.
    let texts: [Column: String]
    /// The pictures as written, relative to the file's folder.
    let images: Images

    enum Images: Hashable {
        /// Cells of a table, each with any number of paths.
        case cells([String])
        /// One path each.
        case paths([String])
    }
}
