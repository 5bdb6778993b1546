public import MarketModels

/// The columns of products, which both stores have and read alike, for the tables `product AS p`, `vendor AS v`,
/// `category AS c` and `product_detail AS d`.
public enum ProductColumns {
    /// The columns that all lists select.
    package static let summary =
        """
        p.id, p.vendor_id, v.name AS vendor_name, p.version, p.currency, p.price, p.discount, p.stock, p.registered_at, \
        p.updated_at, p.thumbnail_name, p.name, p.state, p.state_time, p.reduced_from, p.reduced_at
        """ + ListingField.listedAttributes.map { ", \($0.selected)" }.joined() + ", v.is_blocked AS vendor_is_blocked"
    /// The number of the columns of a list.
    public static let summaryCount = Int32(17 + ListingField.listedAttributes.count)

    /// The columns of a product.
    package static let product =
        """
        p.id, p.vendor_id, p.version, p.currency, p.price, p.discount, p.stock, p.registered_at, p.updated_at, \
        p.thumbnail_id, p.name, v.name, v.created_at, v.is_blocked, d.description, \
        p.state, p.state_time, p.is_listed, p.expires_at, p.bumped_at, p.reduced_from, p.reduced_at
        """ + ListingField.attributes.map { ", \($0.selected)" }.joined()
    /// The number of the columns of a product.
    package static let productCount = Int32(22 + ListingField.attributes.count)

    /// What is needed to read the column of an attribute.
    public struct Attribute: Sendable {
        /// The place of the attribute in ``ListingField/attributes``.
        public let position: Int
        /// The numbers that can be stored; nil for a text.
        public let numbers: ClosedRange<Int64>?

        init(_ field: ListingField) {
            position = ListingField.attributes.firstIndex(of: field) ?? 0
            switch field.kind {
            case .choice(let choices): numbers = 0...Int64(choices.count - 1)
            case .number(let bounds): numbers = bounds
            default: numbers = nil
            }
        }
    }

    public static let attributes = ListingField.attributes.map { Attribute($0) }
    public static let listedAttributes = ListingField.listedAttributes.map { Attribute($0) }
    public static let noAttributes = [ListingAttributes.Value?](
        repeating: nil,
        count: ListingField.attributes.count
    )

    package static func attributes(of table: ListingField.Table) -> [ListingField] {
        ListingField.attributes.filter { $0.table == table }
    }
}

extension ListingField {
    /// The column of an attribute.
    package var column: String { kind == .category ? "category_id" : rawValue }

    /// The column in a query.
    fileprivate var selected: String {
        switch (kind, table) {
        case (.category, _): "c.slug"
        case (_, .detail): "d.\(column)"
        default: "p.\(column)"
        }
    }

    /// Returns the expression of a statement that writes the column.
    ///
    /// - Parameter parameter: The parameter with the value.
    package func written(_ parameter: String) -> String {
        kind == .category ? "(SELECT id FROM category WHERE slug = \(parameter))" : parameter
    }

    /// Whether the column has numbers. The one of the category has, too, but what is read and written is its name.
    package var isStoredAsNumber: Bool {
        switch kind {
        case .choice, .number: true
        default: false
        }
    }
}

extension ItemCondition {
    /// The value of the column `condition`.
    package var stored: Int64 { Int64(Self.allCases.firstIndex(of: self) ?? 0) }
}

extension Handover {
    /// The value of the column `handover`.
    package var stored: Int64 { Int64(Self.allCases.firstIndex(of: self) ?? 0) }
}

// MARK: Rows

extension StoredRow {
    /// Reads a product whose columns are ``ProductColumns/product``.
    ///
    /// - Parameter images: Returns its images in order. It is called last, so it may step to the next row.
    @inlinable
    public func product(_ id: Product.ID, images: () throws -> [ProductImage]) throws -> Product {
        let pricing = try pricing(from: 3, of: id)
        let vendor = Vendor(
            id: Vendor.ID(rawValue: try count(1)),
            name: try nonEmptyText(11),
            createdAt: try timestamp(12),
            isBlocked: try boolean(13)
        )
        let listing = Listing(
            name: try nonEmptyText(10),
            description: try text(14),
            pricing: pricing,
            stock: try count(6),
            attributes: try attributes(ProductColumns.attributes, from: 22, of: id)
        )
        let lifecycle = ListingLifecycle(
            state: try state(from: 15, of: id),
            isListed: try boolean(17),
            expiresAt: try optionalTimestamp(18),
            bumpedAt: try optionalTimestamp(19)
        )
        let reduction = try reduction(from: 20, of: pricing, id)
        let (registeredAt, updatedAt, version) = (try timestamp(7), try timestamp(8), try positive(2))
        let thumbnailID = try optionalInteger(9)
        let images = try images()
        return Product(
            id: id,
            vendor: vendor,
            listing: listing,
            images: images,
            thumbnail: try thumbnail(thumbnailID, among: images, of: id),
            registeredAt: registeredAt,
            updatedAt: updatedAt,
            version: version,
            lifecycle: lifecycle,
            reduction: reduction
        )
    }

    /// Reads a product of a list, whose columns are ``ProductColumns/summary``.
    ///
    /// - Parameters:
    ///   - column: The first of the columns.
    ///   - description: The description, if the list has it.
    ///   - images: The names of its images in order, if the list has them.
    @inlinable
    public func summary(
        _ id: Product.ID,
        from column: Int32 = 0,
        description: String?,
        images: [ImageName]?
    ) throws -> ProductSummary {
        let pricing = try pricing(from: column + 4, of: id)
        return ProductSummary(
            id: id,
            vendorID: Vendor.ID(rawValue: try count(column + 1)),
            vendorName: try nonEmptyText(column + 2),
            name: try nonEmptyText(column + 11),
            pricing: pricing,
            stock: try count(column + 7),
            thumbnail: try optionalText(column + 10).map { try imageName($0, of: id) },
            registeredAt: try timestamp(column + 8),
            updatedAt: try timestamp(column + 9),
            version: try positive(column + 3),
            state: try state(from: column + 12, of: id),
            reduction: try reduction(from: column + 14, of: pricing, id),
            attributes: try attributes(ProductColumns.listedAttributes, from: column + 16, of: id),
            isVendorBlocked: try boolean(column + ProductColumns.summaryCount - 1),
            description: description,
            images: images
        )
    }

    /// Reads the id, the name, the width, the height and the time of an image from adjacent columns.
    package func productImage(from column: Int32, of id: Product.ID) throws -> ProductImage {
        ProductImage(
            id: ProductImage.ID(rawValue: try positive(column)),
            name: try imageName(try text(column + 1), of: id),
            width: Int(try positive(column + 2)),
            height: Int(try positive(column + 3)),
            issuedAt: try timestamp(column + 4)
        )
    }

    /// Reads the name of an image.
    @inlinable
    public func imageName(_ text: String, of id: Product.ID) throws -> ImageName {
        guard let name = ImageName(text) else {
            throw CorruptRowError(reason: "an image of product \(id.rawValue) has an impossible name")
        }
        return name
    }

    /// Reads currency, price and discount from three adjacent columns.
    @inlinable
    public func pricing(from column: Int32, of id: Product.ID) throws -> Pricing {
        guard let currency = Currency(rawValue: try text(column)),
            let pricing = Pricing(
                currency: currency,
                priceMinorUnits: try integer(column + 1),
                discountMinorUnits: try integer(column + 2)
            )
        else { throw CorruptRowError(reason: "product \(id.rawValue) has an impossible price") }
        return pricing
    }

    /// Reads the state and its time from two adjacent columns.
    @inlinable
    public func state(from column: Int32, of id: Product.ID) throws -> ListingState {
        let number = try count(column)
        // Almost all products are open, and have no time.
        if number == 0, isNull(column + 1) { return .open }
        let time = try optionalTimestamp(column + 1)
        guard let state = ListingState.Kind(stored: number).flatMap({ ListingState($0, time: time) }) else {
            throw CorruptRowError(reason: "product \(id.rawValue) has an impossible state")
        }
        return state
    }

    /// Reads the lowest price before a reduction, and when it was made, from two adjacent columns.
    @inlinable
    public func reduction(from column: Int32, of pricing: Pricing, _ id: Product.ID) throws -> PriceReduction? {
        // Almost no product has one.
        guard let amount = try optionalInteger(column) else { return nil }
        guard pricing.salePrice.minorUnits < amount, amount <= Money.maximumMinorUnits,
            let time = try optionalTimestamp(column + 1)
        else { throw CorruptRowError(reason: "product \(id.rawValue) has an impossible reduction of its price") }
        return PriceReduction(lowest: Money(minorUnits: amount, currency: pricing.currency), reducedAt: time)
    }

    /// Reads attributes from adjacent columns.
    @inlinable
    public func attributes(
        _ columns: [ProductColumns.Attribute],
        from first: Int32,
        of id: Product.ID
    ) throws -> ListingAttributes {
        var values: [ListingAttributes.Value?] = []
        var column = first
        for attribute in columns {
            defer { column += 1 }
            if isNull(column) { continue }
            if values.isEmpty { values = ProductColumns.noAttributes }
            if let numbers = attribute.numbers {
                let number = try integer(column)
                guard numbers.contains(number) else { throw outOfRange(column, number) }
                values[attribute.position] = .number(number)
            } else {
                values[attribute.position] = .text(try nonEmptyText(column))
            }
        }
        return values.isEmpty ? .none : ListingAttributes(read: values)
    }

    @inlinable
    public func thumbnail(_ id: Int64?, among images: [ProductImage], of product: Product.ID) throws -> ProductImage? {
        guard let id else { return nil }
        guard let image = images.first(where: { $0.id.rawValue == id }) else {
            throw CorruptRowError(reason: "the thumbnail of product \(product.rawValue) is none of its images")
        }
        return image
    }
}

extension IdempotencyKey {
    /// The value of the column `seller`. A vendor identifier is never empty and contains no control characters, so
    /// other values represent clients without an identifier.
    package var sellerText: String { seller?.text ?? guest.map { "\u{1}" + $0 } ?? "" }
}

extension OwnProduct.State {
    private static let holds = "SELECT h.kind FROM listing_hold AS h WHERE h.product_id = p.id"

    /// Who hides the product `p`, for SQL: the kind of its hold.
    package static let holdKind = "(\(holds))"

    /// Whether the seller of the product `p` has answered its hold, or has edited it since they were asked to or refused
    /// (``ListingHold/isFollowed(by:)``), for SQL.
    package static let isChangedAsAsked = """
        EXISTS (\(holds) AND (h.answer IS NOT NULL OR p.updated_at > h.created_at
            AND (h.kind = 'change_asked' OR h.kind = 'hidden' AND h.has_waited)))
        """

    /// The condition, beside that of the column `state`, that a product `p` which only its seller sees is in this state.
    package var holdCondition: String {
        switch self {
        case .waiting: "EXISTS (\(Self.holds) AND h.kind = 'waiting')"
        case .held: "EXISTS (\(Self.holds) AND h.kind <> 'waiting')"
        default: "NOT EXISTS (\(Self.holds))"
        }
    }
}

extension StoredRow {
    package func optionalHoldKind(_ column: Int32) throws -> ListingHold.Kind? {
        guard let stored = try optionalText(column) else { return nil }
        guard let kind = ListingHold.Kind(rawValue: stored) else { throw wrongType(column) }
        return kind
    }
}

extension ListingState.Kind {
    /// The value of the column `state`.
    package var stored: Int64 {
        switch self {
        case .open: 0
        case .reserved: 1
        case .sold: 2
        case .hidden: 3
        case .expired: 4
        }
    }

    /// The values of the column for the states that everybody may see, for SQL: `0, 1, 2`.
    package static let publicStates =
        allCases.filter(\.isPublic).map { String($0.stored) }.joined(separator: ", ")

    /// Reads the column `state`. Nil for a number that is never stored.
    public init?(stored: Int64) {
        switch stored {
        case 0: self = .open
        case 1: self = .reserved
        case 2: self = .sold
        case 3: self = .hidden
        case 4: self = .expired
        default: return nil
        }
    }
}
