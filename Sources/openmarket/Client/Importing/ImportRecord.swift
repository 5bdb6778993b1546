import Foundation

/// A product of a file as it was written: texts by column.
struct ImportRecord: Hashable {
    enum Column: String, CaseIterable {
        case name, description, price, currency, discount, stock, category, condition, handover, place, contact,
            password, state
        case reservedUntil = "reserved_until"
        case reservationNote = "reservation_note"
        case images = "pictures"

        /// Alternative names of columns.
        static let aliases: [String: Column] = [
            "title": .name, "descriptions": .description, "discounted_price": .discount, "quantity": .stock,
            "secret": .password, "images": .images, "picture": .images, "image": .images,
            "이름": .name, "상품명": .name, "설명": .description, "가격": .price, "통화": .currency,
            "할인": .discount, "재고": .stock, "분류": .category, "카테고리": .category, "상태": .condition, "거래 방법": .handover,
            "지역": .place, "판매 상태": .state, "예약 마지막 날": .reservedUntil, "예약 메모": .reservationNote, "연락처": .contact,
            "비밀번호": .password, "사진": .images,
        ]

        init?(heading: String) {
            let name = heading.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
            guard let column = Column(rawValue: name) ?? Self.aliases[name.precomposedStringWithCanonicalMapping] else {
                return nil
            }
            self = column
        }
    }

    /// Columns that are ignored without a warning because an export writes them for information.
    static let ignoredColumns: Set<String> = ["id", "seller", "registered_at", "bargain_price", "version"]

    /// The line on which it begins, from 1.
    let line: Int
    /// The texts that are not empty.
    let texts: [Column: String]
    /// The image paths as written, relative to the file's folder.
    let images: [String]
}
