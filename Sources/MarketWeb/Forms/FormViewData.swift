internal import MarketModels
internal import MarketTexts

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
        let texts = WebTexts(language: site.language)
        let marked = problems.compactMap(\.field)
        var data: [String: Any?] = Dictionary(
            uniqueKeysWithValues: ListingField.allCases.map { field in
                (field.rawValue, fieldData(field, texts, isFirst: field == marked.first) as Any?)
            }
        )
        let above = problems.filter { $0.field == nil }.map(\.sentence)
        data["formError"] =
            !above.isEmpty ? above.joined(separator: " ") : marked.isEmpty ? nil : texts[.problemsTitle]
        // The focus is on the first invalid field, or on the message if there is none.
        data["isErrorFirst"] = marked.isEmpty
        data["hasFieldErrors"] = !marked.isEmpty
        // A product can keep a currency that is no longer accepted.
        let others = [original?.currency, values.currency].compactMap { $0 }.filter { !site.currencies.contains($0) }
        data["currencies"] = (site.currencies + Currency.allCases.filter(others.contains)).map { currency in
            [
                "code": currency.rawValue, "name": texts.currency(currency), "isChosen": currency == values.currency,
            ] as Templates.Context
        }
        data["kept"] = kept.enumerated().map { index, image in
            [
                "token": image.token,
                "thumbnail": image.thumbnailURL,
                "remove": texts.removeImage(index + 1),
                "alt": texts.showImage(index + 1),
                "number": index + 1,
            ] as Templates.Context
        }
        data["keptCount"] = kept.count
        data["pictureLimit"] = texts.imageLimit(ListingRules.maximumImageCount)
        data["maximumPictureCount"] = ListingRules.maximumImageCount
        data["maximumByteCount"] = ImageLimits.maximumByteCount
        data["maximumPixelCount"] = ImageLimits.maximumPixelCount
        return data
    }

    private func fieldData(_ field: ListingField, _ texts: WebTexts, isFirst: Bool) -> Templates.Context {
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
            "isUnchanged": original.map { $0[field] == value },
            "length": value.unicodeScalars.count,
            "maximum": field.maximumLength,
        ]
        return data.filled
    }
}
