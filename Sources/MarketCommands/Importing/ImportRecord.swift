import MarketModels

/// A product of a file as it was written: texts by column.
struct ImportRecord: Hashable {
    struct Column: Hashable {
        let name: String

        static let name = Column("name")
        static let description = Column("description")
        static let price = Column("price")
        static let currency = Column("currency")
        static let discount = Column("discount")
        static let stock = Column("stock")
        static let contact = Column("contact")
        static let password = Column("password")
        static let state = Column("state")
        static let reservedUntil = Column("reserved_until")
        static let reservationNote = Column("reservation_note")
        static let images = Column("pictures")
        /// The price after the discount.
        static let salePrice = Column("sale_price")
        /// The price before the discount, where ``price`` is the one after it.
        static let priceBefore = Column("compare_at_price")

        /// Those that a product can be without, in the order in which messages name them.
        static let optional: [Column] =
            [.description, .currency, .discount, .salePrice, .stock] + ListingField.attributes.map { Column($0) }
            + [.state, .reservedUntil, .reservationNote, .contact, .password]
        static let all: [Column] = [.name, .price, .images, .priceBefore] + optional

        private init(_ name: String) { self.name = name }

        /// The column of an attribute.
        init(_ field: ListingField) { name = field.rawValue }

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
