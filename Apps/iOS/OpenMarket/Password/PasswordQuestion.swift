import MarketTexts

/// What the screen that asks for a password says.
struct PasswordQuestion {
    let title: String
    let advice: String
    /// The title of the button.
    let action: String
    /// Whether the action can't be undone.
    var isDestructive = false

    /// Whether a known password is checked at once, because there is nothing to confirm.
    var startsWhenKnown = false

    /// - Parameter isKnown: whether the password was right within the last hour.
    static func edit(_ texts: ScreenTexts, isKnown: Bool) -> PasswordQuestion {
        PasswordQuestion(
            title: texts.interface[isKnown ? .editListing : .editQuestion],
            advice: isKnown ? texts.app[.checking] : texts.interface[.editQuestionAdvice],
            action: texts.interface[.next],
            startsWhenKnown: true
        )
    }

    /// - Parameter isKnown: whether the password was right within the last hour.
    static func deletion(_ interface: InterfaceTexts, isKnown: Bool) -> PasswordQuestion {
        PasswordQuestion(
            title: interface[isKnown ? .deleteKnownQuestion : .deleteQuestion],
            advice: interface[isKnown ? .deleteKnownAdvice : .deleteQuestionAdvice],
            action: interface[.deleteForever],
            isDestructive: true
        )
    }

    /// - Parameter advice: why the password is needed, from ``ListingStateModel``.
    static func state(_ advice: String, _ interface: InterfaceTexts) -> PasswordQuestion {
        PasswordQuestion(title: interface[.manageQuestion], advice: advice, action: interface[.next])
    }
}
