import Foundation

/// One product of a file, as it stands there: texts by the names of our columns.
struct ImportRecord: Hashable {
    enum Column: String, CaseIterable {
        case name, description, price, currency, discount, stock, contact, password, pictures

        /// Other names under which a column is known.
        static let aliases: [String: Column] = [
            "title": .name, "descriptions": .description, "discounted_price": .discount, "quantity": .stock,
            "secret": .password, "images": .pictures, "picture": .pictures, "image": .pictures,
            "이름": .name, "상품명": .name, "설명": .description, "가격": .price, "통화": .currency,
            "할인": .discount, "재고": .stock, "연락처": .contact, "비밀번호": .password, "사진": .pictures,
        ]

        init?(heading: String) {
            let name = heading.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
            guard let column = Column(rawValue: name) ?? Self.aliases[name.precomposedStringWithCanonicalMapping] else {
                return nil
            }
            self = column
        }
    }

    /// Columns that an export writes for people, and an import passes over in silence.
    static let passedOver: Set<String> = ["id", "seller", "registered_at", "bargain_price", "version"]

    /// Where it begins in its file, from 1.
    let line: Int
    /// Only what is not empty.
    let texts: [Column: String]
    /// As they are written, relative to the file's folder.
    let pictures: [String]
}
