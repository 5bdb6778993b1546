/// A field of a listing, declared once.
///
/// ``attributes`` are the optional fields that are nothing but their declaration: requests and responses, both stores,
/// forms, drafts, conflicts, imports, exports and options read and write all of them in the order of that list. To add
/// one, declare it here and in ``attributes``; the tests then name the texts, columns and documents that it still needs.
/// The other fields have rules of their own, such as ``ListingRules`` for prices.
public struct ListingField: Sendable {
    /// What a field contains.
    public enum Kind: Hashable, Sendable {
        /// Text on one line; its length in Unicode scalars after composition (NFC).
        case text(length: ClosedRange<Int>)
        /// Text with line breaks; its length as for ``text(length:)``.
        case lines(length: ClosedRange<Int>)
        /// A whole number.
        case number(ClosedRange<Int64>)
        /// One of several values, which are what the wire has. Stores keep their positions: add new ones at the end.
        case choice([String])
        /// The name that a category has in addresses.
        case category
        /// An amount of money or a number of pieces, as ``TypedAmount`` reads it.
        case amount
        /// A code of ISO 4217.
        case currency
        /// A password.
        case password
        /// Images or their ids.
        case images
        /// The request itself.
        case request
    }

    /// The tables of both stores.
    public enum Table: Hashable, Sendable {
        /// The table that lists and filters read.
        case product
        /// The table that only a single product is read from.
        case detail
    }

    /// The name in forms, in tables that are imported and exported, and in commands. The attributes have the same name on
    /// the wire and in the stores.
    public var rawValue: String { declaration.name }
    /// The key in requests and problems of the `training` edition.
    public var key: String { declaration.key }
    /// What the field contains, with its bounds.
    public var kind: Kind { declaration.kind }
    /// Where an attribute is stored. Nil for other fields.
    public var table: Table? { declaration.table }
    /// Whether lists show the attribute.
    public var isListed: Bool { declaration.isListed }
    /// Whether a listing waits again when its seller changes the field, in a market whose operators approve listings first.
    public var needsApproval: Bool { declaration.needsApproval }

    /// Shared by all copies, because fields are copied and compared for each product.
    private final class Declaration: Sendable {
        let name: String
        let key: String
        let kind: Kind
        let table: Table?
        let isListed: Bool
        let needsApproval: Bool

        init(name: String, key: String, kind: Kind, table: Table?, isListed: Bool, needsApproval: Bool) {
            self.name = name
            self.key = key
            self.kind = kind
            self.table = table
            self.isListed = isListed
            self.needsApproval = needsApproval
        }
    }

    private let declaration: Declaration

    private init(
        _ name: String,
        key: String? = nil,
        _ kind: Kind,
        in table: Table? = nil,
        isListed: Bool = false,
        needsApproval: Bool = false
    ) {
        precondition(!isListed || table == .product, "lists don't read the table of \(name)")
        declaration = Declaration(
            name: name,
            key: key ?? name,
            kind: kind,
            table: table,
            isListed: isListed,
            needsApproval: needsApproval
        )
    }
}

// MARK: The declarations

extension ListingField {
    /// The images.
    public static let images = ListingField("images", .images, needsApproval: true)
    /// The name.
    public static let name = ListingField("name", .text(length: ListingRules.nameLength), needsApproval: true)
    /// The price before the discount.
    public static let price = ListingField("price", .amount)
    /// The currency of the price and the discount.
    public static let currency = ListingField("currency", .currency)
    /// The discount.
    public static let discount = ListingField("discount", key: "discounted_price", .amount)
    /// The number of pieces in stock.
    public static let stock = ListingField("stock", .amount)
    /// The category.
    public static let category = ListingField("category", .category, in: .product)
    /// The condition, as ``ItemCondition`` has it.
    public static let condition = ListingField(
        "condition",
        .choice(ItemCondition.allCases.map(\.rawValue)),
        in: .product,
        isListed: true
    )
    /// The hand-over, as ``Handover`` has it.
    public static let handover = ListingField("handover", .choice(Handover.allCases.map(\.rawValue)), in: .product)
    /// Where the thing is, as the seller wrote it.
    public static let place = ListingField(
        "place",
        .text(length: ListingAttributes.placeLength),
        in: .product,
        isListed: true,
        needsApproval: true
    )
    /// The seller's name.
    public static let seller = ListingField("seller", key: "vendor-name", .text(length: ListingRules.vendorNameLength))
    /// The seller's contact, which lists and details never include.
    public static let contact = ListingField("contact", .text(length: ListingRules.contactLength), needsApproval: true)
    /// The password, called secret on the wire.
    public static let password = ListingField("password", key: "secret", .password)
    /// The description.
    public static let description = ListingField(
        "descriptions",
        .lines(length: ListingRules.descriptionLength),
        needsApproval: true
    )

    /// The part of a request that has the other fields. It isn't a field of forms.
    public static let parameters = ListingField("params", .request)
    /// The ids of the images to keep, which forms show as ``images``.
    public static let keptImages = ListingField("image_ids", .images)
    /// The id of the image that represents the product, which forms show as ``images``.
    public static let thumbnail = ListingField("thumbnail_id", .images)

    /// The optional fields that follow from their declarations, in the order of the wire.
    public static let attributes: [ListingField] = [.category, .condition, .handover, .place]
}

// MARK: Orders

extension ListingField: Hashable, RawRepresentable, CaseIterable {
    /// The fields of the forms in which a product is listed and edited, in the order of the form.
    public static let allCases: [ListingField] =
        [.images, .name, .category, .price, .currency, .discount, .stock] + attributes.filter { $0 != .category }
        + [.seller, .contact, .password, .description]
    /// The fields in the order in which problems are reported.
    public static let reported: [ListingField] =
        [.parameters, .name, .description, .price, .currency, .discount, .stock] + attributes
        + [.password, .contact, .images, .keptImages, .thumbnail, .seller]
    /// The attributes that lists show.
    public static let listedAttributes = attributes.filter(\.isListed)

    /// Returns the field of forms with a name, or nil if there is none.
    public init?(rawValue: String) {
        guard let field = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = field
    }

    /// Returns the field with a key on the wire, or nil if there is none.
    public init?(key: String) {
        guard let field = Self.reported.first(where: { $0.key == key }) else { return nil }
        self = field
    }

    /// The field at which a form shows a problem with this one, or nil if the problem concerns no field of the form.
    public var inForm: ListingField? {
        switch self {
        case .keptImages, .thumbnail: .images
        case .parameters: nil
        default: self
        }
    }

    /// Whether a product can be listed without the field.
    public var isOptional: Bool { table != nil || [.discount, .contact, .description].contains(self) }

    /// The maximum number of characters, or nil if the field has no such limit.
    public var maximumLength: Int? {
        switch kind {
        case .text(let length), .lines(let length): length.upperBound
        default: nil
        }
    }

    /// Fields are equal if they are the same declaration.
    public static func == (left: ListingField, right: ListingField) -> Bool { left.declaration === right.declaration }
    /// Hashes the declaration.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(declaration)) }
}
