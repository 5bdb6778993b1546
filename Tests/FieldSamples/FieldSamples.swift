public import MarketModels

/// Values of the attributes for tests that hold for every declared one.
extension ListingField {
    /// Two different texts that the attribute can have, the first at its lower and the second at its upper bound.
    /// Categories are of those that a market has at first.
    public var accepted: [String] {
        switch kind {
        case .text(let length):
            ["가", String(repeating: "<b>&amp;\"'é", count: 100).prefixOfScalars(length.upperBound)]
        case .number(let bounds): [String(bounds.lowerBound), String(bounds.upperBound)]
        case .choice(let choices): [choices[0], choices[choices.count - 1]]
        case .category: ["cameras", "books"]
        default: []
        }
    }

    /// Texts that the attribute can't have, each with the reason.
    public var refused: [(text: String, reason: ListingProblem.Reason)] {
        switch kind {
        case .text(let length):
            [
                (String(repeating: "가", count: length.upperBound + 1), .tooLong(maximum: length.upperBound)),
                ("a\0", .unreadableText), ("e" + String(repeating: "\u{301}", count: 31), .unreadableText),
                ("\u{200B}", .blank),
            ]
        case .number(let bounds):
            [
                (String(bounds.lowerBound - 1), .outOfBounds(bounds)),
                (String(bounds.upperBound + 1), .outOfBounds(bounds)), ("99999999999999999999", .outOfBounds(bounds)),
                ("many", .notANumber), ("$5", .notANumber), ("\(bounds.lowerBound).5", .tooPrecise),
            ]
        case .choice: [("shiny", .unknownChoice), (String(repeating: "a", count: 1000), .unknownChoice)]
        case .category: [("Cars!", .unknownChoice), (String(repeating: "a", count: 41), .unknownChoice)]
        default: []
        }
    }
}

extension ListingAttributes {
    /// Every attribute, with the first or the second of its ``ListingField/accepted`` texts.
    public static func all(_ sample: Int) -> ListingAttributes {
        var attributes = ListingAttributes.none
        for field in ListingField.attributes { attributes[field] = field.accepted[sample] }
        return attributes
    }

    /// The attributes as the text of each.
    public var byField: [ListingField: String] {
        Dictionary(uniqueKeysWithValues: given.map { ($0.field, $0.field.text($0.value)) })
    }
}

extension String {
    fileprivate func prefixOfScalars(_ count: Int) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: unicodeScalars.prefix(count))
        return String(view)
    }
}
