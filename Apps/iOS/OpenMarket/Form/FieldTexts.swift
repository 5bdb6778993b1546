import MarketModels
import MarketTexts

/// The words around a field: its label, its placeholder and the hint below it.
struct FieldTexts {
    let name: String
    /// The name, with the remark that the field is optional.
    let label: String
    let placeholder: String?
    let hint: String?

    init(_ field: ListingField, _ web: WebTexts) {
        let keys = Self.keys(of: field)
        // Whoever doesn't give one of these lists the product all the same.
        let isOptional = [.discount, .contact, .place, .description].contains(field)
        name = web[keys.name]
        label = isOptional ? "\(name) (\(web[.optional]))" : name
        placeholder = keys.placeholder.map { web[$0] }
        hint = keys.hint.map { web[$0] }
    }

    private static func keys(
        of field: ListingField
    ) -> (name: WebString, placeholder: WebString?, hint: WebString?) {
        switch field {
        case .images: (.images, nil, nil)
        case .name: (.name, .namePlaceholder, nil)
        case .category: (.category, nil, nil)
        case .price: (.price, .pricePlaceholder, nil)
        case .currency: (.currency, nil, nil)
        case .discount: (.discount, .pricePlaceholder, .discountHint)
        case .stock: (.stock, nil, .stockHint)
        case .condition: (.condition, nil, nil)
        case .handover: (.handover, nil, nil)
        case .place: (.place, .placePlaceholder, nil)
        case .seller: (.sellerName, .sellerNamePlaceholder, nil)
        case .contact: (.contact, .contactPlaceholder, .contactHint)
        case .password: (.password, nil, .passwordHint)
        case .description: (.description, .descriptionPlaceholder, nil)
        }
    }
}
