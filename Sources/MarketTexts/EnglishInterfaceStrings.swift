import MarketModels

struct EnglishInterfaceStrings: InterfaceStrings {
    func text(for word: InterfaceString) -> String {
        switch word {
        case .siteName: "Open Market"
        case .siteSummary: "Buy and sell anything, near or far."
        case .skipToContent: "Skip to content"
        case .back: "Back"
        case .backToMarket: "Back to the market"
        case .cancel: "Cancel"
        case .save: "Save"
        case .tryAgain: "Try again"
        case .okay: "OK"
        case .viewInThisLanguage: "View in English"
        case .viewInThisLanguageShort: "EN"
        case .footer: "About this market"
        case .apiDocumentation: "For developers"
        case .imprint: "Imprint"
        case .terms: "Terms of use"
        case .privacy: "Privacy"
        case .safety: "Safety"
        case .contactOperator: "Contact"
        case .newListing: "New listing"
        case .myListings: "My listings"
        case .refresh: "Refresh"
        case .search: "Search"
        case .searchHint: "Search products or sellers"
        case .sortBy: "Sort by"
        case .newest: "Newest"
        case .priceUp: "Lowest price"
        case .priceDown: "Highest price"
        case .inStockOnly: "Available only"
        case .apply: "Apply"
        case .listView: "List"
        case .gridView: "Grid"
        case .viewChoice: "List or grid"
        case .products: "Products"
        case .showMore: "Show more"
        case .endOfList: "You’ve reached the end."
        case .loadFailed: "Couldn’t load more products."
        case .backToStart: "Back to the first page"
        case .emptyMarket: "Nothing for sale yet"
        case .emptyMarketAdvice: "All you need is a picture, a name, a price, your name, and a password."
        case .listFirst: "List the first product"
        case .searchAdvice: "Try a different search, or browse everything."
        case .oneTooMany: "Remove one of these to see products."
        case .showEverything: "Show everything"
        case .oldPrice: "Was"
        case .mine: "Yours"
        case .favorites: "Favorites"
        case .addFavorite: "Add to favorites"
        case .removeFavorite: "Remove from favorites"
        case .noFavorites: "No favorites yet"
        case .noFavoritesAdvice: "Tap the heart on anything you like, and it shows up here."
        case .goneAdvice: "This listing is no longer available."
        case .recentlyViewed: "Recently viewed"
        case .nothingViewed: "Nothing viewed yet"
        case .nothingViewedAdvice: "What you look at in this browser shows up here."
        case .thisDevice: "This device"
        case .colors: "Appearance"
        case .systemColors: "System"
        case .lightColors: "Light"
        case .darkColors: "Dark"
        case .keptHere: "Saved on this device"
        case .keptHereAdvice: "This is saved in this browser. The market stores only what you list."
        case .recentSearches: "Recent searches"
        case .drafts: "Unfinished listings"
        case .clear: "Clear"
        case .keptWithoutScripts:
            "With scripts turned off, only favorites are saved, in a cookie that is sent when you open the favorites page."
        case .clearFavorites: "Clear favorites"
        case .noMatch: "No matching products"
        case .sellersInvited: "Only sellers the operator has invited can list here."
        case .sellersInvitedTitle: "Sellers are invited"
        case .emptySeller: "This seller has nothing for sale right now"
        case .emptyMine: "You haven’t listed anything yet"
        case .emptyMineAdvice: "Anything you list from this browser shows up here."
        case .lostListings:
            "This browser no longer knows which listings are yours. To get them back, enter their password, or open a link from another browser."
        case .gallery: "Pictures"
        case .previousImage: "Previous picture"
        case .nextImage: "Next picture"
        case .chooseImage: "Choose a picture"
        case .seller: "Seller"
        case .noDescription: "The seller didn’t add a description."
        case .itsMine: "It’s mine"
        case .showContact: "Show contact"
        case .noContact: "The seller didn’t leave contact details."
        case .contactAdvice: "Mention which product you’re asking about."
        case .copy: "Copy"
        case .more: "More"
        case .edit: "Edit"
        case .delete: "Delete"
        case .share: "Share"
        case .similar: "Similar products"
        case .moreFromSeller: "More from this seller"
        case .editListing: "Edit listing"
        case .addImages: "Add pictures"
        case .takeImage: "Take a picture"
        case .dropImages: "Drop your pictures here"
        case .thumbnailBadge: "Cover"
        case .filter: "Filter"
        case .any: "Any"
        case .priceFrom: "Price from"
        case .priceTo: "Price up to"
        case .unreadableAmount: "This isn’t an amount, so it was left out. Write it like 50,000."
        case .freeOnly: "Free only"
        case .showSold: "Include sold items"
        case .lastBumped: "Recently moved up"
        case .allCategories: "Everything"
        case .categories: "Categories"
        case .notGiven: "Not given"
        case .draftFound: "There’s something you started before. Continue where you left off?"
        case .continueDraft: "Continue"
        case .discardDraft: "Discard"
        case .discardAdvice: "You won’t be able to get it back."
        case .sharedFound: "This was shared from another app or site. Add it to your listing?"
        case .addShared: "Add"
        case .crop: "Crop"
        case .cropSize: "Size"
        case .wholeImage: "Whole picture"
        case .cropHint: "Drag the frame or its corners, pinch, or use the arrow keys and + and −."
        case .unreachable: "Without a contact, buyers have no way to reach you."
        case .optional: "optional"
        case .submitListing: "Publish listing"
        case .problemsTitle: "Almost there. Check the highlighted fields."
        case .unchangedHint: "Fields you change get a colored bar, and only those are saved."
        case .conflictTitle: "Someone changed this listing in the meantime"
        case .conflictAdvice: "Nothing has been saved yet. Check what’s there now. To replace it, choose “Save mine”."
        case .field: "Field"
        case .nowThere: "Current"
        case .yours: "Yours"
        case .saveMine: "Save mine"
        case .listedAlready: "This product is already listed. If you list it again, there will be two."
        case .showListing: "View the listing"
        case .sendAgain:
            "This page expired before it was saved. Everything you entered is still here. Tap the button once more."
        case .passwordAgain: "It’s been a while. Enter the password once more, then save again."
        case .editQuestion: "Enter the password"
        case .deleteQuestion: "Enter the password"
        case .editQuestionAdvice: "It’s the one you chose when you listed this."
        case .deleteQuestionAdvice:
            "Delete this listing? This can’t be undone. Enter the password you chose when you listed it."
        case .deleteKnownQuestion: "Delete this listing?"
        case .deleteKnownAdvice: "This can’t be undone."
        case .next: "Continue"
        case .deleteForever: "Delete"
        case .wrongPassword: "That password isn’t right. Check it and try again."
        case .passwordForgotten:
            "Forgot it? My listings, in the browser that you listed it with, marks it as sold or hides it without the password. The operator can set a new one."
        case .deletedTitle: "Deleted"
        case .print: "Print"
        case .printTitle: "Price tags and notices"
        case .printListings: "Print price tags and notices"
        case .chooseToPrint: "Choose what to print"
        case .everything: "All of them"
        case .priceTags: "Price tags"
        case .notices: "Notices"
        case .priceTagsHint: "24 on a sheet of A4, 70 × 37 mm each. They fit sheets of adhesive labels."
        case .noticesHint: "4 on a sheet of A4, with strips to tear off. Cut along the dashed lines."
        case .printNow: "Print"
        case .printAdvice: "Print on A4 at 100%, without margins."
        case .printByMenu: "Choose “Print” in your browser’s menu."
        case .scanForMore: "Scan to see more"
        case .states: "Status"
        case .everyState: "All"
        case .onHold: "On hold"
        case .everyListing: "Show all listings"
        case .nothingInState: "You have no listings with this status."
        case .several: "With the selected listings"
        case .picked: "{count} selected"
        case .reserved: "Reserved"
        case .manage: "Change the status"
        case .manageQuestion: "Enter the password"
        case .manageAdvice: "You need it only once. After that, you can change the status in this browser without it."
        case .enterPassword: "Enter it now"
        case .reserve: "Reserve"
        case .changeReservation: "Change the reservation"
        case .markSold: "Mark as sold"
        case .openAgain: "Sell again"
        case .showAgain: "Show again"
        case .hide: "Hide"
        case .renew: "Renew"
        case .bump: "Move to the top"
        case .copyAsNew: "Copy as new"
        case .reserveTitle: "Reserve"
        case .reserveUntil: "Last day"
        case .reserveUntilHint: "After this day, it’s for sale again."
        case .reservationNote: "Private note"
        case .reservationNoteHint: "Only you can see it."
        case .isReserved: "Reserved."
        case .isListed: "Published. Everyone can see it now. Here’s the link:"
        case .isSaved: "Saved."
        case .isSold: "Marked as sold."
        case .isOpen: "For sale again."
        case .isHidden: "Hidden. Only you can see it."
        case .isRenewed: "Renewed."
        case .isBumped: "Moved to the top."
        case .passwordOnce: "Enter its password once in this browser."
        case .contactWhileReserved: "The contact is shown again if the reservation ends."
        case .contactOfSold: "This has been sold."
        case .onlyYouSeeHidden: "Hidden. Only you can see this page."
        case .onlyYouSeeExpired: "Expired. Only you can see this page until you renew it."
        case .sellerLink: "Link for a helper"
        case .sellerLinkSells: "Whoever has the link can mark this listing as sold, and nothing else."
        case .sellerLinkSellsAndRenews:
            "Whoever has the link can renew this listing or mark it as sold, and nothing else."
        case .sellerLinkExists: "You already have a link. It stops working when you create a new one."
        case .makeNewLink: "Create a new link"
        case .endLink: "Turn off the link"
        case .linkIsEnded: "The link is turned off."
        case .sellerLinkReady: "Your link is ready"
        case .sellerLinkReadyAdvice:
            "Send it or keep the code now, because it isn’t shown again. It works until the listing ends or you turn the link off."
        case .sellerLinkQuestion: "Still for sale?"
        case .sellerLinkAdvice:
            "The seller made this link for a helper. “Mark as sold” tells everybody, and only the seller can undo it."
        case .sellerLinkEnded: "The listing has ended, or the seller has turned off the link."
        case .onlyOnce: "Don’t keep it under “My listings” in this browser"
        case .heldHere: "Listings of other sellers"
        case .browsersHere: "Browsers with your listings"
        case .browsersAdviceWithoutListing:
            "These browsers know your name as a seller. None of your listings is in this browser, so the market can’t tell which of them is yours: to keep a lost phone from listing under your name, list something here first, then end all others."
        case .browsersAdvice:
            "These browsers can change your listings without the password. Lost a phone? End it here, and it can’t change anything from its next tap on. If you end all others, they can’t list under your name anymore, either, and links for helpers end."
        case .thisOne: "This browser"
        case .forgetBrowser: "End"
        case .forgetThisBrowser: "Forget this browser"
        case .endOtherBrowsers: "End all others"
        case .shallForgetThisBrowser: "Forget this browser?"
        case .forgetThisBrowserAdvice:
            "“My listings” will be empty in this browser. To manage your listings here again, you’ll need the password of each one, or a link from another browser that still has them. They stay in the market."
        case .forgetBrowserAdvice:
            "To manage your listings there again, you’ll need the password of each one, or a link from this browser."
        case .shallEndOtherBrowsers: "End all other browsers?"
        case .endOtherBrowsersAdvice:
            "To manage your listings there again, you’ll need the password of each one, or a link from this browser. Links for helpers end, too."
        case .moveTitle: "Continue in another browser"
        case .moveAdvice:
            "Your listings are tied to this browser. You can use them on a new phone or in another browser, too. Passwords aren’t included."
        case .moveHint: "New phone, or another browser? Use your listings there too."
        case .noListingsHere: "Nothing has been listed from this browser yet."
        case .byLink: "With a link"
        case .byLinkAdvice: "Open it in the other browser within 10 minutes. It works once."
        case .makeLink: "Create a link"
        case .bringHere: "Bring listings here"
        case .bringHereAdvice: "Create a link in the other browser, and open it here."
        case .linkReady: "Open this link in the other browser"
        case .linkReadyAdvice:
            "Scan the code, or send the link to yourself. It works once, within 10 minutes. Don’t show it to anyone else."
        case .invitedTitle: "You’re invited to sell here"
        case .acceptInvitation: "Sell from this browser"
        case .isSellerAlready: "This browser already belongs to this seller."
        case .receiveTitle: "Use these listings here?"
        case .receive: "Use them here"
        case .moveFirst: "Move yours first"
        case .replace: "Replace"
        case .linkEndedTitle: "This link no longer works"
        case .linkNotOpenedTitle: "No link is open"
        case .linkNotOpened:
            "It was already used, or this browser doesn’t know it. If you haven’t used it, open it again from where you got it."
        case .linkEnded:
            "It was already used, or its time is over. Get a new one where this one came from."
        case .listingsHereAlready: "These listings are in this browser already."
        case .report: "Report"
        case .reportListing: "Report this listing"
        case .reportSeller: "Report this seller"
        case .reportAdvice: "The operator looks at it and decides. The seller can’t see who reported."
        case .reportReason: "Reason"
        case .reportText: "Details"
        case .reportTextHint: "For illegal content and other reasons, please say what’s wrong."
        case .reporterName: "Your name"
        case .reporterMail: "Your email"
        case .reporterHint: "Only the operator sees your name and email."
        case .reportGoodFaith: "For illegal content: to the best of my knowledge, my report is accurate and complete."
        case .sendReport: "Send report"
        case .reportReceived: "Report received"
        case .reportReceiptAdvice: "Keep the address of this page to see what the operator decides."
        case .reportOpen: "The operator hasn’t decided yet."
        case .reportDismissed: "The operator found nothing wrong."
        case .reportUpheld: "The operator agreed with the report."
        case .receiptUnknown: "No report at this address"
        case .receiptUnknownAdvice: "Check the address. Reports are kept for a year."
        case .blockedTitle: "You’re blocked"
        case .blocked:
            "The operator has blocked you. You can’t list or change anything, and only you can see your listings."
        case .lockedTitle: "This listing is locked"
        case .lockedByOperator:
            "The operator has locked this listing. Everybody still sees it, but it can’t be changed."
        case .refusedByOperator:
            "The operator hasn’t approved this listing. Only you can see it. If you edit it, the operator looks at it again."
        case .heldByOperator: "The operator has hidden this listing. Only you can see it."
        case .heldByContact: "The operator has blocked your contact. Only you can see this listing."
        case .heldByBlock: "The operator has blocked your listings. Only you can see them."
        case .changeAsked:
            "The operator asks you to change this listing. It’s hidden until you have, and the operator has looked."
        case .changedAsAsked:
            "The operator will look at what you have changed or answered. Until then, only you can see this listing."
        case .removedByOperator: "The operator has removed this listing. Only you can see it."
        case .waitsForOperator:
            "This listing waits for the operator. Everyone sees it as soon as it’s approved. If it isn’t, you read why here. Until then, only you can see it, and you can edit it."
        case .newWaits: "The operator looks at each new listing before others can see it."
        case .heldByReports:
            "Several people reported this listing, so it’s hidden until the operator has looked at it. If nobody has in 72 hours, everyone sees it again."
        case .holdReason: "Reason"
        case .holdAnswer: "Answer the operator"
        case .holdAnswerHint: "You can answer once."
        case .sendAnswer: "Send answer"
        case .yourAnswer: "Your answer"
        case .notFoundTitle: "Page not found"
        case .notFound: "The address may be wrong, or the page may have moved."
        case .goneTitle: "No longer for sale"
        case .gone: "This listing is no longer available."
        case .removedTitle: "Removed by the operator"
        case .removed: "The operator of this market has removed this listing."
        case .heldTitle: "Not available right now"
        case .held: "The operator is looking at this listing. It may be shown afterwards."
        case .askOperator: "If you think that’s a mistake, write to the operator."
        case .heldAsOwn: "Is it your listing? See why, and answer."
        case .failedTitle: "Something went wrong"
        case .failed: "The problem is on our side. Try again in a moment."
        case .refusedTitle: "This isn’t possible"
        case .refused: "What you asked for can’t be done in this way."
        case .offlineTitle: "The market can’t be reached right now"
        case .offline: "You can still open anything you’ve already seen; the rest comes back with the connection."
        case .tooLargeTitle: "That’s too much to send at once"
        case .tooLarge: "Try fewer or smaller pictures."
        case .busyTitle: "It’s very busy right now"
        case .busy: "Try again in a few seconds."
        case .expiredTitle: "This page has expired"
        case .expired: "Nothing was saved. Go back, reload the page, and try again."
        case .cookiesTitle: "Cookies are needed"
        case .cookiesNeeded:
            "Your browser sent no cookie, and nothing can be saved without one. Allow cookies for this site, then try again."
        }
    }

    func name(of reason: ReportReason) -> String {
        switch reason {
        case .scam: "It looks like a scam"
        case .prohibited: "It’s not allowed to be sold"
        case .counterfeit: "It’s counterfeit"
        case .offensive: "It’s offensive"
        case .personalData: "It shows someone’s personal data"
        case .illegal: "It’s illegal content"
        case .other: "Something else is wrong"
        }
    }

    func currency(_ currency: Currency) -> String {
        switch currency {
        case .krw: "₩ KRW"
        case .usd: "$ USD"
        case .jpy: "¥ JPY"
        case .eur: "€ EUR"
        case .gbp: "£ GBP"
        case .cny: "CN¥ CNY"
        case .hkd: "HK$ HKD"
        default: currency.rawValue
        }
    }

    func productCount(_ count: Int, _ grouped: String, isCapped: Bool) -> String {
        let products = count == 1 ? "1 product" : "\(grouped) products"
        return isCapped ? "More than \(products)" : products
    }

    func renamed(to name: String) -> String { "The operator has changed your seller’s name to “\(name)”." }
    func willBeDeleted(on day: String) -> String { "It will be deleted on \(day)." }
    func blockEnds(on day: String) -> String { "The block ends on \(day)." }
    func goneProduct(number: Int64) -> String { "Listing \(number)" }
    func cheaper(by amount: String) -> String { "\(amount) less than when you saved it" }
    func dearer(by amount: String) -> String { "\(amount) more than when you saved it" }
    func nothingFound(for text: String) -> String { "No results for “\(text)”" }
    func foundInstead(for text: String) -> String { "Showing results for “\(text)” instead" }
    func resultsTitle(for text: String) -> String { "Results for “\(text)”" }
    func image(_ number: Int, of count: Int, _ name: String) -> String {
        count == 1 ? "Picture of \(name)" : "\(name), picture \(number) of \(count)"
    }
    func showImage(_ number: Int) -> String { "Show picture \(number)" }
    func removeImage(_ number: Int) -> String { "Remove picture \(number)" }
    func copy(_ detail: String) -> String { "Copy \(detail)" }
    func sellerSince(_ month: String) -> String { "Selling here since \(month)" }
    func listed(_ age: String) -> String { "Listed \(age.prefix(1).lowercased() + age.dropFirst())" }
    func imageLimit(_ count: Int) -> String {
        "Up to \(count == 1 ? "1 picture" : "\(count) pictures"). The first one is the cover."
    }
    func removeFilter(_ name: String) -> String { "Remove \(name)" }
    func quoted(_ text: String) -> String { "“\(text)”" }
    func deleted(_ name: String) -> String { "“\(name)” has been deleted." }
    func choose(_ name: String) -> String { "Select “\(name)”" }
    func chooseAll(_ count: Int) -> String {
        count == 1 ? "Select the listing on this page" : "Select all \(count) on this page"
    }
    func more(for name: String) -> String { "More for “\(name)”" }
    func about(_ name: String, _ text: String) -> String { "“\(name)”: \(text)" }
    func isReserved(until day: String) -> String { "Reserved until \(day)." }
    func isRenewed(until day: String) -> String { "Renewed until \(day)." }
    func reservedUntil(_ day: String) -> String { "until \(day)" }
    func soldOn(_ day: String) -> String { "on \(day)" }
    func expiredOn(_ day: String) -> String { "on \(day)" }
    func atLeast(_ price: String) -> String { "From \(price)" }
    func atMost(_ price: String) -> String { "Up to \(price)" }
    func expiresOn(_ day: String) -> String { "Expires on \(day)" }
    func leftOutAsGone(_ count: Int) -> String {
        count == 1
            ? "1 product is no longer there and was left out."
            : "\(count) products are no longer there and were left out."
    }
    func leftOutBeyond(_ limit: Int) -> String {
        let fitting = limit == 1 ? "product" : "\(limit) products"
        return "Only the first \(fitting) can be printed at once. The rest were left out."
    }
    func sheet(_ number: Int, of count: Int) -> String { "Sheet \(number) of \(count)" }
    func listingsHere(of seller: String, _ count: String) -> String { "In this browser: “\(seller)” (\(count))" }
    func receiveQuestion(of seller: String, _ count: String) -> String {
        "“\(seller)” (\(count)) will appear under “My listings” in this browser. The other browser keeps them too."
    }
    func browser(_ application: String?, on system: String?) -> String {
        switch (application, system) {
        case (let application?, let system?): "\(application) on \(system)"
        case (let name?, nil), (nil, let name?): name
        case (nil, nil): "Unknown browser"
        }
    }
    func since(_ day: String) -> String { "since \(day)" }
    func changesWait(_ fields: [String]) -> String {
        "After a change of these, others see the listing again once the operator has looked at it: \(fields.joined(separator: ", "))."
    }
    func forget(_ browser: String) -> String { "End \(browser)" }
    func shallForget(_ browser: String) -> String { "End \(browser)?" }
    func invitation(of seller: String, until day: String) -> String {
        "You’ll list as “\(seller)”. The invitation works once, in one browser, until \(day)."
    }
    func sellsNow(as seller: String) -> String { "You can now sell as “\(seller)”." }
    func replaceWarning(of seller: String, _ count: String) -> String {
        "In this browser, they replace “\(seller)” (\(count)), which stays on the market but is no longer marked as yours."
    }
    func code(of address: String) -> String { "QR code of \(address)" }
}
