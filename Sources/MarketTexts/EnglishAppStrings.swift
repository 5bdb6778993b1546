extension English {
    func text(for word: AppString) -> String {
        switch word {
        case .cancelled: "Stopped. You can try again anytime."
        case .notConnected: "Can’t reach the market. Check your connection and try again."
        case .notTrusted: "The connection to the market isn’t secure, so nothing was sent. Try another network."
        case .timedOut: "The market took too long to respond. Try again in a moment."
        case .connectionLost: "The connection was lost. Check it and try again."
        case .responseTooLarge: "The market sent more than this app can handle. Update the app and try again."
        case .noMarket: "There’s no market at this address. Check the address and try again."
        case .unusableFile: "A picture can’t be opened, or this device is out of space. Choose the picture again."
        case .pictureNotShown: "This picture can’t be shown right now. Try again in a moment."
        case .faultyRequest: "The market didn’t understand this app. Update the app and try again."
        case .listingOutcomeUnknown:
            "The market didn’t respond, so this may already be listed. Try again: it won’t be listed twice."
        case .editOutcomeUnknown:
            "The market didn’t respond, so this may already be saved. Save again, and we’ll check first."
        case .deletionOutcomeUnknown: "The market didn’t respond, so this may already be deleted. Try again to be sure."
        case .reportOutcomeUnknown:
            "The market didn’t respond, so your report may have arrived. Send it again: it counts once."
        case .listedAlready: "This product is already listed, as you first sent it. Check it before you list it again."
        case .secretNotKept: "It’s listed, but this device couldn’t save the password. Write it down."
        case .waitsForApproval: "This listing waits for the operator’s approval. Until then, only you can see it."
        case .refreshFailed: "Couldn’t refresh. You’re still seeing the earlier list."
        case .passwordMissing: "Enter the password you chose when you listed this."
        case .sending: "Sending…"
        case .checking: "Checking the password…"
        case .verifying: "Checking whether it was saved…"
        case .conflictAdvice:
            "This listing was changed meanwhile. Nothing has been saved yet. Choose what to keep."
        case .keepMine: "Keep my changes"
        case .takeTheirs: "Use the current version"
        case .contactUnknown: "Couldn’t load the contact details. Leave this blank to keep them as they are."
        case .picturesPending: "Pictures are still loading. You can go on as soon as they’re here."
        case .pictureUnavailable:
            "The picture couldn’t be loaded. If it is in iCloud, check your connection and choose it again."
        case .noSpaceForPicture: "This device is out of space. Free some, and choose the picture again."
        case .pictureLibrary: "Choose from library"
        case .camera: "Camera"
        case .movePictureForward: "Move forward"
        case .movePictureBack: "Move back"
        case .keptNote: "Leave it blank to keep the note as it is."
        case .removeNote: "Remove the note"
        case .emptyMineAdvice: "Anything you list from this device shows up here."
        case .passwordOnce: "Enter its password once on this device."
        case .identityUnreadable: "Couldn’t load your listings from this device. Try again."
        case .receiptAdvice: "Save the link to see what the operator decides."
        case .identityUnusable: "This device couldn’t read or save the passwords of your listings. Try again."
        case .settings: "Settings"
        case .marketAddress: "Market address"
        case .marketAddressHint:
            "Each market has its own listings. Your listings in this one are kept for when you come back."
        case .firstMarket:
            "Enter the address of the market you want to open. It’s on the market’s website, and its operator knows it."
        case .addressInsecure:
            "Use an address that begins with https://. Without it, only a market in your own network can be opened."
        case .addressInvalid: "That isn’t an address. It looks like market.example."
        case .marketUnavailable: "The market at this address isn’t available right now. Try again in a moment."
        case .language: "Language"
        case .systemLanguage: "Same as this device"
        case .favoriteInOtherCurrency: "The currency has changed since you saved it"
        case .favoriteUnknown: "Couldn’t check this one"
        case .favoritesNotSaved:
            "This device couldn’t save your favorites. Your changes may be lost when you close the app."
        case .favoritesUnreadable: "Couldn’t load your favorites. Try again."
        case .nothingViewedAdvice: "What you look at on this device shows up here."
        case .clearRecentlyViewed: "Clear all"
        case .recentlyViewedUnreadable: "Couldn’t load what you viewed. Try again."
        case .draftQuestion: "You have an unfinished listing. Continue where you left off?"
        case .editDraftQuestion: "You have unsaved changes. Continue where you left off?"
        case .discardDraft: "Discard draft"
        case .draftNotSaved: "This device couldn’t save your draft. If you leave before you’re done, it will be lost."
        }
    }

    func total(_ count: Int, _ grouped: String, isCapped: Bool) -> String {
        count == 1 && !isCapped ? "1 product" : "\(grouped)\(isCapped ? "+" : "") products"
    }
    func oldPrice(_ price: String) -> String { "was \(price)" }
    func imagesLeftOut(_ count: Int, _ maximum: Int) -> String {
        "You can add up to \(images(maximum)). \(count) \(count == 1 ? "was" : "were") left out."
    }
    func images(_ count: Int) -> String {
        count == 1 ? "1 picture" : "\(ProductTexts.grouped(count)) pictures"
    }
    func favoriteLimit(_ maximum: Int) -> String {
        "You can have up to \(maximum) favorites. Remove some and try again."
    }
    func progress(percent: Int) -> String { "\(percent)% sent" }
}
