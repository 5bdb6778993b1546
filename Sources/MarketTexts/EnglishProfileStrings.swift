import MarketModels

extension English {
    func label(of field: ProfileField) -> String {
        switch field {
        case .name: "Name"
        case .tagline: "Tagline"
        case .contact: "Contact"
        case .language: "Language"
        case .currency: "Currency"
        case .accent: "Color"
        case .darkAccent: "Color on dark pages"
        case .links: "Links"
        case .registration: "Who can sell"
        default: field.name
        }
    }

    func hint(of field: ProfileField) -> String {
        switch field {
        case .name: "In headers, titles, link previews and the installed app. Up to 40 characters."
        case .tagline:
            "A sentence about the market, at the end of pages and in search results. Up to 70 characters."
        case .contact:
            "A phone number, an email or an https link. It’s at the end of pages and wherever people are told to ask."
        case .language: "For those who ask for none, such as search engines and messengers."
        case .currency: "Forms and filters begin with it."
        case .accent: "Of links and buttons, such as #0b57d0. Dark pages get the nearest one that can be read there."
        case .darkAccent: "Another one for dark pages."
        case .links: "At the end of pages. One a line, such as FAQ=https://market.example/faq"
        case .registration:
            "If you approve listings first, only their sellers see them until then. Those that wait when you change this still wait."
        default: field.sentence
        }
    }

    func sentence(for problem: ProfileProblem) -> String {
        switch problem {
        case .length(let length): "Use up to \(length.upperBound) characters."
        case .deceptive: "Leave out invisible characters and piles of accents."
        case .noContact: "Enter a phone number such as 010-1234-5678 or +41 44 668 18 00, an email or an https link."
        case .moreThanContact(let part):
            "Enter only “\(part)”. A second contact or a remark, such as when you answer, can go on a page."
        case .noLanguage: "Choose one of the languages."
        case .noRegistration: "Choose who can sell."
        case .noCurrency: "Choose one of the currencies."
        case .noColor: "Enter a color such as #0b57d0."
        case .lowContrast(let scheme, let nearest):
            "This can’t be read well on \(scheme == .light ? "light" : "dark") pages. The nearest color that can is \(nearest.text)."
        case .noLink(let entry):
            (entry.isEmpty ? "" : "“\(entry)” isn’t a link. ")
                + "Write each on a line of its own, such as FAQ=https://market.example/faq"
        case .tooManyLinks(let maximum): "Use up to \(maximum) links."
        }
    }

    func name(of registration: MarketProfile.Registration) -> String {
        switch registration {
        case .open: "Everyone"
        case .closed: "Current and invited sellers"
        case .approved: "Everyone, after approval"
        }
    }

    func use(_ color: String) -> String { "Save with \(color)" }

    func changedMeanwhile(_ value: String) -> String {
        value.isEmpty
            ? "Someone has removed this in the meantime. Saving again replaces that."
            : "Someone has saved “\(value)” in the meantime. Saving again replaces it."
    }

    func gaps(_ gaps: String) -> String { "Still to fill in: \(gaps)" }
    func pageLength(_ maximum: String) -> String { "Write up to \(maximum) characters." }
    var pageGaps: String {
        "A page with gaps can’t be published. Fill in what’s in brackets, or put a backslash before a bracket that’s meant."
    }
    var pageChangedMeanwhile: String {
        "Someone has saved another text in the meantime. It’s shown above; saving again replaces it."
    }
}
