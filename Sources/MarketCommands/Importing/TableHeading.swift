import Foundation
import MarketModels
import MarketTexts

/// The columns of tables that shops and spreadsheets write, by their headings. Letter case, spaces, punctuation and what
/// stands in brackets don't matter: `Regular price`, `가격 (원)`.
enum TableHeading: Hashable {
    case column(ImportRecord.Column)
    /// Used if there is no description.
    case shortDescription
    /// What rows of one product have in common. A row without a name has more pictures of the one before it.
    case handle
    /// Ignored without a warning.
    case ignored

    /// The headings beside the names of ``ImportRecord/Column``.
    private static let names: [TableHeading: [String]] = [
        .column(.name): ["title", "product", "productname", "이름", "상품명", "상품이름", "제품명", "물품명", "품명", "제목"],
        .column(.description): ["descriptions", "body", "details", "설명", "상품설명", "상세설명", "내용"],
        .shortDescription: ["shortdescription", "짧은설명", "요약설명"],
        .column(.price): ["regularprice", "variantprice", "listprice", "가격", "정가", "상품가격", "금액"],
        .column(.salePrice): ["판매가", "판매가격", "할인가", "할인가격"],
        .column(.priceBefore): ["variantcompareatprice", "compareatprice"],
        .column(.currency): ["통화"],
        .column(.discount): ["discountedprice", "할인", "할인액", "할인금액"],
        .column(.stock): [
            "quantity", "qty", "inventory", "variantinventoryqty", "inventoryquantity", "재고", "수량", "재고수량",
        ],
        .column(ImportRecord.Column(.category)): ["categories", "분류", "상품분류"],
        .column(ImportRecord.Column(.condition)): ["상태"],
        .column(ImportRecord.Column(.handover)): ["거래방식"],
        .column(ImportRecord.Column(.place)): ["location", "지역", "장소", "거래장소"],
        .column(.contact): ["연락처"],
        .column(.password): ["secret", "비밀번호"],
        .column(.state): ["판매상태"],
        .column(.reservedUntil): ["예약마지막날"],
        .column(.reservationNote): ["예약메모"],
        .column(.images): [
            "images", "picture", "image", "photo", "photos", "imagesrc", "imageurl", "imageurls", "productimageurl",
            "사진",
            "이미지", "사진파일", "그림",
        ],
        .handle: ["handle", "urlhandle"],
        .ignored: ["id", "seller", "registeredat", "bargainprice", "version"],
    ]

    private static let byName: [String: TableHeading] = {
        var byName = Dictionary(
            uniqueKeysWithValues: ImportRecord.Column.all.map { (folded($0.name), TableHeading.column($0)) }
        )
        // Attributes are also named as the market shows them.
        for field in ListingField.attributes {
            for language in Language.allCases {
                byName[folded(FieldTexts(field, language).label)] = .column(ImportRecord.Column(field))
            }
        }
        for (heading, names) in names {
            for name in names { byName[name] = heading }
        }
        return byName
    }()

    init?(_ text: String) {
        guard text.utf8.count <= 200, let heading = Self.byName[Self.folded(text)] else { return nil }
        self = heading
    }

    /// The name in messages.
    var name: String {
        switch self {
        case .column(let column): column.name
        case .shortDescription: "short description"
        case .handle: "handle"
        case .ignored: "ignored"
        }
    }

    private static func folded(_ text: String) -> String {
        let outside = text.precomposedStringWithCompatibilityMapping.lowercased().prefix { $0 != "(" && $0 != "[" }
        return String(outside.filter { $0.isLetter || $0.isNumber })
    }
}
