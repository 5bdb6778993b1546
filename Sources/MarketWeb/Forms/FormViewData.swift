import MarketModels
import MarketTexts

/// The template data of the listing form: the values of the fields and their problems.
struct FormViewData {
    let values: TypedListing
    /// The values when the edit began; nil for a new listing.
    var original: TypedListing?
    /// For an edit conflict, the newer values of the fields, as messages.
    var newer: [ListingField: String] = [:]
    let kept: [KeptImage]
    let problems: [FormProblem]

    func data(_ site: SiteContext) -> [String: Any?] {
        let marked = problems.compactMap(\.field)
        var data: [String: Any?] = Dictionary(
            uniqueKeysWithValues: ListingField.allCases.map { field in
                (field.rawValue, fieldData(field, site, isFirst: field == marked.first) as Any?)
            }
        )
        let above = problems.filter { $0.field == nil }.map(\.sentence)
        data["formError"] =
            !above.isEmpty ? above.joined(separator: " ") : marked.isEmpty ? nil : site.texts[.problemsTitle]
        // The focus is on the first invalid field, or on the message if there is none.
        data["isErrorFirst"] = marked.isEmpty
        // A product can keep a currency that is no longer accepted.
        let others = [original?.currency, values.currency].compactMap { $0 }.filter { !site.currencies.contains($0) }
        data["currencies"] = (site.currencies + Currency.allCases.filter(others.contains)).map { currency in
            [
                "code": currency.rawValue, "name": site.texts.currency(currency),
                "isChosen": currency == values.currency,
            ] as Templates.Context
        }
        data["categories"] = categories(site)
        // The category has a place of its own in the form.
        data["attributes"] = ListingField.attributes.filter { $0 != .category }.map { field in
            fieldData(field, site, isFirst: field == marked.first)
        }
        data["hasCategories"] = !site.categories.roots.isEmpty
        data["kept"] = kept.enumerated().map { index, image in
            [
                "token": image.token,
                "thumbnail": image.thumbnailURL,
                "remove": site.texts[.removeImage(index + 1)],
                "alt": site.texts[.showImage(index + 1)],
                "number": index + 1,
            ] as Templates.Context
        }
        data["keptCount"] = kept.count
        data["pictureLimit"] = site.texts[.imageLimit(ListingRules.maximumImageCount)]
        data["minimumPasswordLength"] = ListingRules.minimumPasswordLength
        data["maximumPictureCount"] = ListingRules.maximumImageCount
        data["maximumByteCount"] = ImageLimits.maximumByteCount
        data["maximumPixelCount"] = ImageLimits.maximumPixelCount
        return data
    }

    /// The choices of the category: a group for each top level with a second one. A category that the market no longer
    /// has stays chosen, so that the form loses nothing.
    private func categories(_ site: SiteContext) -> [Templates.Context] {
        let known = site.categories.roots.map { root in
            [
                "code": root.slug, "name": site.productTexts.category(root), "isChosen": root.slug == values[.category],
                "children": site.categories.children(of: root).map { child in
                    option(child.slug, site.name(of: child), in: .category)
                },
            ] as Templates.Context
        }
        let isKnown = values[.category].isEmpty || site.categories.category(values[.category]) != nil
        return isKnown ? known : known + [option(values[.category], values[.category], in: .category)]
    }

    private func options(of field: ListingField, _ words: FieldTexts) -> [Templates.Context] {
        guard case .choice(let choices) = field.kind else { return [] }
        return zip(choices, words.choices).map { option($0, $1, in: field) }
    }

    private func bounds(of field: ListingField) -> Templates.Context? {
        guard case .number(let bounds) = field.kind else { return nil }
        return ["least": bounds.lowerBound, "most": bounds.upperBound]
    }

    private func option(_ code: String, _ name: String, in field: ListingField) -> Templates.Context {
        ["code": code, "name": name, "isChosen": values[field] == code]
    }

    private func fieldData(_ field: ListingField, _ site: SiteContext, isFirst: Bool) -> Templates.Context {
        let words = FieldTexts(field, site.language)
        let suggestions = field == .place ? site.places : []
        let error = problems.filter { $0.field == field }.map(\.sentence).joined(separator: " ")
        let value = values[field]
        let data: [String: Any?] = [
            "id": field.rawValue,
            "value": value,
            "error": error,
            "isWrong": !error.isEmpty,
            "isFirstWrong": isFirst,
            "original": original?[field],
            "newer": newer[field],
            "isChanged": original.map { $0[field] != value },
            "length": value.unicodeScalars.count,
            "maximum": field.maximumLength,
            "label": words.label,
            "placeholder": words.placeholder,
            "hint": words.hint,
            "isChoice": !words.choices.isEmpty,
            "options": options(of: field, words),
            "bounds": bounds(of: field),
            "isVerbatim": field == .contact,
            "enterKey": field == .contact && original != nil ? "done" : "next",
            "suggestions": suggestions,
            "hasSuggestions": !suggestions.isEmpty,
        ]
        return data.filled
    }
}
