import MarketModels
import MarketTexts

/// Every user-visible text of one language, each with its name.
struct AllTexts {
    let language: Language
    let all: [(name: String, text: String)]

    /// User-provided texts, which are inserted into sentences unchanged.
    static let names = ["의자", "책상", "Film camera", "USB-C 허브 (2개)", "💺", "a"]
    static let counts = [0, 1, 2, 10, 999, 1000, 4711, 1_234_567]

    init(_ language: Language) {
        self.language = language
        all = Self.words(language) + Self.sentences(language) + Self.errors(language) + Self.problems(language)
    }

    private static func words(_ language: Language) -> [(name: String, text: String)] {
        let interface = InterfaceTexts(language: language)
        let app = AppTexts(language: language)
        let operators = OperatorTexts(language: language)
        let fields = ListingField.reported.flatMap { field in
            let texts = FieldTexts(field, language)
            return ([texts.label, texts.placeholder, texts.hint].compactMap(\.self) + texts.choices).map {
                ("\(field.rawValue)", $0)
            }
        }
        return fields + InterfaceString.allCases.map { ("InterfaceString.\($0)", interface[$0]) }
            + ScriptString.allCases.map { ("ScriptString.\($0)", interface.sentence($0)) }
            + AppString.allCases.map { ("AppString.\($0)", app[$0]) }
            + OperatorString.allCases.map { ("OperatorString.\($0)", operators[$0]) } + profile(language)
            + ReportReason.allCases.map { ("ReportReason.\($0)", interface.name(of: $0)) }
            + ModerationEntry.Action.allCases.map { ("ModerationEntry.Action.\($0)", operators.name(of: $0)) }
            + OperatorProblem.allCases.map { ("OperatorProblem.\($0)", operators.sentence(for: $0)) }
            + ProductQuery.Sort.allCases.map { ("ProductQuery.Sort.\($0)", interface.name(of: $0)) }
    }

    private static func profile(_ language: Language) -> [(name: String, text: String)] {
        let texts = ProfileTexts(language: language)
        let color = AccentColor("#0b57d0") ?? PageColors.light.textOnAccent
        let problems: [ProfileProblem] = [
            .length(1...40), .deceptive, .noContact, .moreThanContact("010-1234-5678"), .noLanguage, .noRegistration,
            .noCurrency, .noColor, .noLink(""), .noLink("a"),
            .lowContrast(.light, nearest: color), .lowContrast(.dark, nearest: color), .tooManyLinks(maximum: 6),
        ]
        return ProfileKey.allCases.map { ("label of \($0.rawValue)", texts.label(of: $0)) }
            + ProfileField.allCases.map { ("hint of \($0.name)", texts.hint(of: $0)) }
            + MarketPage.ID.allCases.map { ("page \($0.name)", texts.name(of: $0)) }
            + problems.map { ("problem", texts.sentence(for: $0)) }
            + ["", "a"].map { ("changed", texts.changedMeanwhile($0)) }
            + [
                ("use", texts.use("#0b57d0")), ("gaps", texts.gaps("[your name]", more: true)),
                ("length", texts.pageLength(20_000)), ("page gaps", texts.pageGaps),
                ("page changed", texts.pageChangedMeanwhile),
            ]
    }

    private static func sentences(_ language: Language) -> [(name: String, text: String)] {
        let interface = InterfaceTexts(language: language)
        let app = AppTexts(language: language)
        let productTexts = ProductTexts(language: language)
        let operators = OperatorTexts(language: language)
        var texts: [(name: String, text: String)] = []
        for name in names {
            texts += [
                ("nothingFound", interface[.nothingFound(for: name)]),
                ("foundInstead", interface[.foundInstead(for: name)]),
                ("resultsTitle", interface[.resultsTitle(for: name)]),
                ("deleted", interface[.deleted(name)]), ("quoted", interface[.quoted(name)]),
                ("copy", interface[.copy(name)]),
                ("operator's link", operators[.link(for: name)]), ("make link", operators[.makeLink(for: name)]),
                ("remove", operators[.remove(name)]), ("end session", operators[.endSession(of: name, in: name)]),
                ("shall remove", operators[.shallRemove(name)]),
                ("shall remove page", operators[.shallRemovePage(name)]),
                ("shall end", operators[.shallEnd(operators[.key(name)])]), ("used", operators[.used(name)]),
                ("code", interface[.code(of: name)]),
                ("listingsHere", interface[.listingsHere(of: name, interface.productCount(1))]),
                ("receiveQuestion", interface[.receiveQuestion(of: name, interface.productCount(2))]),
                ("replaceWarning", interface[.replaceWarning(of: name, interface.productCount(0))]),
                ("picture of one", interface[.image(1, of: 1, name: name)]),
                ("picture of five", interface[.image(5, of: 5, name: name)]),
                (
                    "row",
                    app.row(name: name, price: "$19.99", struckPrice: "$20", stock: productTexts.stock(3), age: "1")
                ),
            ]
        }
        for count in counts {
            texts += [
                ("productCount", interface.productCount(count)),
                ("decideReports", operators[.decideReports(count)]),
                ("upholdReports", operators[.upholdReports(count)]),
                ("openReports", operators[.openReports(count)]), ("listing", operators[.listing(Int64(count))]),
                ("report", operators[.report(Int64(count))]), ("seller", operators[.seller(Int64(count))]),
                ("capped", interface.productCount(count, isCapped: true)),
                ("total", app.total(count)), ("capped total", app.total(count, isCapped: true)),
                ("pictureLimit", interface[.imageLimit(count)]), ("showPicture", interface[.showImage(count)]),
                ("removePicture", interface[.removeImage(count)]), ("pictures", app.images(count)),
                ("leftOutAsGone", interface[.leftOutAsGone(count)]),
                ("leftOutBeyond", interface[.leftOutBeyond(count)]),
                ("sheet", interface[.sheet(count, of: count)]),
                ("picturesLeftOut", app.imagesLeftOut(count, maximum: 5)),
                ("picturesLeftOut of one", app.imagesLeftOut(count, maximum: 1)),
                ("stock", productTexts.stock(Int64(count))), ("favoriteLimit", app.favoriteLimit(count)),
                ("cheaper", interface[.cheaper(by: "$\(count)")]), ("dearer", interface[.dearer(by: "\(count)원")]),
            ]
        }
        let now = Timestamp(millisecondsSinceEpoch: 1_795_000_000_000)
        for seconds in [0, 60, 7200, 86_400, 1_209_600, 2_592_000, 31_536_000, 630_720_000] as [Int64] {
            let age = productTexts.age(of: now.adding(seconds: -seconds), now: now)
            texts += [("age", age), ("listed", interface[.listed(age)])]
        }
        let reduction = PriceReduction(lowest: Money(minorUnits: 12_000, currency: .krw), reducedAt: now)
        texts += [("reduced", productTexts.reduced(reduction))]
        let month = productTexts.month(now, in: .seoul)
        texts += [("day", productTexts.day(now, in: .seoul)), ("sellerSince", interface[.sellerSince(month)])]
        return texts + [0, 0.5, 1].map { ("sent", app.progress($0)) }
    }

    private static func errors(_ language: Language) -> [(name: String, text: String)] {
        let texts = ErrorTexts(language: language)
        let told = ErrorTexts(language: language, contact: "help@market.example")
        let fixed = ErrorString.allCases.map { ("\($0)", texts[$0]) }
        let asked = ErrorString.allCases.filter { told[$0] != texts[$0] }.map { ("\($0)", told[$0]) }
        let named = ["If-Match", "sort", "page_no"].flatMap { name in
            [
                ("unusableHeader", texts[.unusableHeader(name: name)]),
                ("parameter", texts[.unusableParameter(name: name)]),
            ]
        }
        let timed = [-1, 0, 1, 12, 90, 91, 120, 3600, 86_400].flatMap { seconds in
            [
                ("attempts", texts[.tooManyAttempts(seconds: seconds)]),
                ("rate", texts[.tooManyRequests(seconds: seconds)]),
                ("reports", texts[.tooManyReports(seconds: seconds)]),
            ]
        }
        let sized = [200, 4096, 32_000_000, 2_000_000_000].map { count in
            ("bodyTooLarge", texts[.bodyTooLarge(maximumByteCount: count)])
        }
        let images: [ErrorTexts.ImageProblem] = [
            .empty, .unknownFormat, .damaged, .tooManyBytes(maximum: 20_000_000), .tooManyBytes(maximum: 300_000),
            .tooManyPixels(width: 12_000, height: 9000, maximum: 50_000_000),
            .tooManyPixels(width: 12_000, height: 9000, maximum: 100_000_000),
            .tooLongSide(width: 10_000_000, height: 5, maximum: 30_000), .tooCostly,
        ]
        let bodies = [nil, "params"].flatMap { part -> [ErrorTexts.BodyProblem] in
            [
                .empty(part: part), .invalidJSON(part: part, offset: 12), .unfinishedJSON(part: part),
                .tooDeepJSON(part: part, maximum: 64), .tooLongValue(part: part, key: nil),
                .tooLongValue(part: part, key: "name"), .textForObject(part: part),
            ]
        }
        let forms: [ErrorTexts.BodyProblem] = [
            .repeatedPart("params"), .noBoundary, .tooMuchBeforeParts, .tooManyParts(maximum: 1000),
            .tooLongPartHeader(maximumByteCount: 8000),
        ]
        let lifecycles: [LifecycleProblem] =
            [
                .unknownState, .unreadableDay, .noteTooLong(maximum: 200), .unreadableNote,
                .dayTooFarAhead(maximumDays: 365), .cannotRenew, .locked, .notForSale,
                .bumpedRecently(days: 1),
                .bumpedRecently(days: 4711),
            ] + ListingState.Kind.allCases.map { .cannotFollow($0, .reserved) }
            + [CalendarDay("2026-11-29")].compactMap { $0.map { .dayInThePast(today: $0, timeZone: "Asia/Seoul") } }
            + ListingHold.Kind.allCases.map { .held($0) }
        let reports = ReportField.allCases.flatMap { field -> [ReportProblem] in
            [
                .unknownReason, .missingText, .missingGoodFaith, .unusableMail, .unreadable(field),
                .tooLong(field, maximum: 2000),
            ]
        }
        let states =
            reports.map { ("report", texts.sentence(for: $0)) }
            + lifecycles.map { ("lifecycle", texts.sentence(for: $0)) }
            + [.reserved, .sold].map { ("contact", texts[.contactWithheld($0)]) }
        return fixed + asked + named + timed + sized + states
            + (bodies + forms).map { ("body", texts.sentence(for: $0)) }
            + ([.picture(1), .picture(5), .file(Self.names[5]), .logo] as [ErrorTexts.ImageSubject]).flatMap { image in
                images.map { ("image", texts.sentence(for: image, $0)) }
            }
    }

    static let reasons =
        Array(sequence(first: ListingProblem.Reason.missing, next: next(after:)))
        + [.tooLong(maximum: 4711), .tooShort(minimum: 4711), .tooFew(minimum: 4711), .tooMany(maximum: 4711)]

    /// Returns an example of the reason that is declared after another one, so that the compiler asks for one of each.
    private static func next(after reason: ListingProblem.Reason) -> ListingProblem.Reason? {
        switch reason {
        case .missing: .blank
        case .blank: .tooLong(maximum: 128)
        case .tooLong: .tooShort(minimum: 8)
        case .tooShort: .tooCommon
        case .tooCommon: .unreadableText
        case .unreadableText: .blocked
        case .blocked: .reserved
        case .reserved: .otherName(names[0])
        case .otherName: .wrongKind
        case .wrongKind: .notANumber
        case .notANumber: .ambiguousSeparator
        case .ambiguousSeparator: .negative
        case .negative: .tooLarge
        case .tooLarge: .tooPrecise
        case .tooPrecise: .fraction
        case .fraction: .unknownCurrency
        case .unknownCurrency: .unknownChoice
        case .unknownChoice: .outOfBounds(1900...2100)
        case .outOfBounds: .otherCurrency
        case .otherCurrency: .discountAbovePrice
        case .discountAbovePrice: .tooFew(minimum: 1)
        case .tooFew: .tooMany(maximum: 1)
        case .tooMany: .unknownImage
        case .unknownImage: .repeatedImage
        case .repeatedImage: .unreadableImage
        case .unreadableImage: nil
        }
    }

    private static func problems(_ language: Language) -> [(name: String, text: String)] {
        let texts = ErrorTexts(language: language)
        return ListingField.reported.flatMap { field in
            reasons.map { ("\(field) \($0)", texts.sentence(for: ListingProblem(field, $0))) }
        }
    }
}
