internal import MarketModels
internal import MarketTexts

/// The fields of the listing form with what stands in them and what is wrong with it.
struct FormFacts {
    let values: FormValues
    /// What stood in the fields when the edit began; nil for a new listing.
    var original: FormValues?
    /// What somebody else has written into fields that were changed here, too, as sentences.
    var newer: [FormField: String] = [:]
    let kept: [KeptPicture]
    let problems: [FormProblem]

    func facts(_ site: SiteContext) -> [String: Any?] {
        let texts = WebTexts(language: site.language)
        let marked = problems.compactMap(\.field)
        var facts: [String: Any?] = Dictionary(
            uniqueKeysWithValues: FormField.allCases.map { field in
                (field.rawValue, fact(field, texts, isFirst: field == marked.first) as Any?)
            }
        )
        let above = problems.filter { $0.field == nil }.map(\.sentence)
        facts["formError"] =
            !above.isEmpty ? above.joined(separator: " ") : marked.isEmpty ? nil : texts[.problemsTitle]
        // The field is where one goes on; without one it is the sentence.
        facts["isErrorFirst"] = marked.isEmpty
        facts["hasFieldErrors"] = !marked.isEmpty
        // A product stays in a currency that is no longer taken.
        let others = [original?.currency, values.currency].compactMap { $0 }.filter { !site.currencies.contains($0) }
        facts["currencies"] = (site.currencies + Currency.allCases.filter(others.contains)).map { currency in
            [
                "code": currency.rawValue, "name": texts.currency(currency), "isChosen": currency == values.currency,
            ] as Templates.Facts
        }
        facts["kept"] = kept.enumerated().map { index, picture in
            [
                "token": picture.token,
                "thumbnail": picture.thumbnailURL,
                "remove": texts.removePicture(index + 1),
                "alt": texts.showPicture(index + 1),
                "number": index + 1,
            ] as Templates.Facts
        }
        facts["keptCount"] = kept.count
        facts["pictureLimit"] = texts.pictureLimit(ListingRules.maximumPictureCount)
        facts["maximumPictureCount"] = ListingRules.maximumPictureCount
        facts["maximumByteCount"] = ImageLimits.maximumByteCount
        facts["maximumPixelCount"] = ImageLimits.maximumPixelCount
        return facts
    }

    private func fact(_ field: FormField, _ texts: WebTexts, isFirst: Bool) -> Templates.Facts {
        let error = problems.filter { $0.field == field }.map(\.sentence).joined(separator: " ")
        let value = values[field]
        let facts: [String: Any?] = [
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
        return facts.filled
    }
}
