/// The fixed texts of the web pages, many of which apps show, too. The raw values are the names that templates use.
public enum InterfaceString: String, CaseIterable, Sendable {
    // Every page
    case siteName, siteSummary, skipToContent, back, backToMarket, cancel, save, tryAgain, okay
    case viewInThisLanguage, viewInThisLanguageShort, footer, apiDocumentation
    case imprint, terms, privacy, safety, contactOperator
    // Lists
    case newListing, myListings, refresh, search, searchHint, sortBy, newest, priceUp, priceDown, inStockOnly, apply
    case listView, gridView, viewChoice, products, showMore, endOfList, loadFailed, backToStart, oldPrice
    case mine
    case favorites, addFavorite, removeFavorite, noFavorites, noFavoritesAdvice, goneAdvice
    case recentlyViewed, nothingViewed, nothingViewedAdvice
    case thisDevice, colors, systemColors, lightColors, darkColors, keptHere, keptHereAdvice, recentSearches, drafts,
        clear
    case keptWithoutScripts, clearFavorites
    case emptyMarket, emptyMarketAdvice, listFirst, noMatch, searchAdvice, oneTooMany, showEverything
    case sellersInvited, sellersInvitedTitle
    case emptySeller, emptyMine, emptyMineAdvice, lostListings
    // A product
    case gallery, previousImage = "previousPicture", nextImage = "nextPicture", chooseImage = "choosePicture", seller,
        noDescription
    case showContact, itsMine, noContact, contactAdvice, copy, copied, more, edit, delete, share, moreFromSeller,
        similar
    // The forms
    case editListing, addImages = "addPictures", dropImages = "dropPictures", thumbnailBadge
    case takeImage = "takePicture", crop, cropHint, cropSize, wholeImage = "wholePicture", unreachable
    case draftFound, continueDraft, discardDraft, discardAdvice, sharedFound, addShared
    case optional
    case filter, any, priceFrom, priceTo, unreadableAmount, freeOnly, showSold, lastBumped, allCategories, categories
    case notGiven
    case submitListing, problemsTitle, unchangedHint, conflictTitle, conflictAdvice, field, nowThere, yours, saveMine
    case listedAlready, showListing, sendAgain, passwordAgain
    // Asking for the password
    case editQuestion, deleteQuestion, editQuestionAdvice, deleteQuestionAdvice, deleteKnownQuestion, deleteKnownAdvice,
        next, deleteForever, wrongPassword, passwordForgotten
    case deletedTitle
    // On paper
    case print, printTitle, printListings, chooseToPrint, everything, priceTags, notices, priceTagsHint,
        noticesHint, printNow, printAdvice, printByMenu, scanForMore
    // The desk
    case states, everyState, onHold, everyListing, nothingInState, several, picked, reserved, manage, manageQuestion,
        manageAdvice,
        enterPassword
    case reserve, changeReservation, markSold, openAgain, showAgain, hide, renew, bump, copyAsNew
    case reserveTitle, reserveUntil, reserveUntilHint, reservationNote, reservationNoteHint
    case isListed, isSaved, isReserved, isSold, isOpen, isHidden, isRenewed, isBumped, passwordOnce
    case contactWhileReserved, contactOfSold, onlyYouSeeHidden, onlyYouSeeExpired
    case sellerLink, sellerLinkSells, sellerLinkSellsAndRenews, sellerLinkExists, makeNewLink, endLink, linkIsEnded
    case sellerLinkReady, sellerLinkReadyAdvice, sellerLinkQuestion, sellerLinkAdvice, sellerLinkEnded
    // Browsers with rights
    case onlyOnce, heldHere, browsersHere, browsersAdvice, browsersAdviceWithoutListing, endingOthers,
        endingOthersTakesEarlierListing, thisOne, forgetBrowser, forgetThisBrowser, endOtherBrowsers
    case shallForgetThisBrowser, forgetThisBrowserAdvice, forgetBrowserAdvice, shallEndOtherBrowsers,
        endOtherBrowsersAdvice
    // Another browser
    case moveTitle, moveAdvice, moveHint, noListingsHere, byLink, byLinkAdvice, makeLink, bringHere, bringHereAdvice
    case linkReady, linkReadyAdvice
    case invitedTitle, acceptInvitation, isSellerAlready
    case receiveTitle, receive, moveFirst, replace, linkEndedTitle, linkEnded, linkNotOpenedTitle, linkNotOpened,
        listingsHereAlready
    // Reports
    case report, reportListing, reportSeller, reportAdvice, reportReason, reportText, reportTextHint
    case reporterName, reporterMail, reporterHint, reportGoodFaith, sendReport
    case reportReceived, reportDecided, reportReceiptAdvice, reportOpen, reportDismissed, reportUpheld
    case receiptUnknown, receiptUnknownAdvice
    case lockedTitle, lockedByOperator, blockedTitle, blocked, heldByContact
    case heldByOperator, refusedByOperator, heldByReports, heldByBlock, changeAsked, changedAsAsked,
        removedByOperator,
        waitsForOperator, newWaits, holdReason,
        holdAnswer, holdAnswerHint,
        sendAnswer, yourAnswer
    // Messages
    case notFoundTitle, notFound, goneTitle, gone, removedTitle, removed, heldTitle, held, askOperator, heldAsOwn,
        failedTitle, failed, refusedTitle, refused, offlineTitle, offline, tooLargeTitle,
        tooLarge
    case busyTitle, busy, expiredTitle, expired, cookiesTitle, cookiesNeeded
}
