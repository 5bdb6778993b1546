#!/usr/bin/env python3
"""Checks what Xcode would need of the iOS app, as far as that is possible without Xcode.

    Scripts/check-app-project.py              checks Apps/iOS
    Scripts/check-app-project.py --self-test  checks that errors are found, in changed copies of it

- The project file parses, names only objects that it defines and files that exist, and has the settings that the app
  relies on. Its folders are synchronised, so that source files need no entries.
- The property lists parse, and the classes and pictures that they and the settings name exist. The privacy manifest has what
  people send to a market, and the app's name is the market's.
- Every text that people read has both languages: those of Info.plist are in a catalogue with Korean and English, and
  all others come from MarketTexts, so that no literal in the sources is one.
- What an extension says of one of Apple's protocols is one of its functions: another name, which nobody would call, isn't
  found by the compiler where functions are optional.
- The sources import only Apple's frameworks and this repository's libraries, and use nothing that Linux can't compile.

Needs the package openstep-parser, which Scripts/test-app.sh installs.
"""

import json
import plistlib
import re
import shutil
import struct
import sys
import tempfile
from pathlib import Path

from openstep_parser import OpenStepDecoder

APP = Path("Apps/iOS")
PROJECT = APP / "OpenMarket.xcodeproj/project.pbxproj"
SOURCES = APP / "OpenMarket"
SIGNATURES = Path("Tests/AppleInterfaces")
# The codes of the languages, with the names that their texts have.
LANGUAGES = {code: name for name, code in re.findall(
    r'case (\w+) = "(\w+)"', (Path(__file__).parent.parent / "Sources/MarketModels/Values/Language.swift").read_text("utf-8"))}
TESTS = Path("Tests/MarketViewModelsTests")
# Targets that only the package has, and modules of the server.
SERVER = {"FieldSamples", "Hummingbird", "MarketCore", "TestMarkets"}
SETTINGS = {"IPHONEOS_DEPLOYMENT_TARGET": "18.0", "SWIFT_VERSION": "6.0"}
APPLE = {"AVFoundation", "CoreGraphics", "Foundation", "ImageIO", "Network", "Observation", "PhotosUI", "Security",
         "Synchronization", "UIKit", "UniformTypeIdentifiers"}
# What a form and the identifier of a seller tell the market.
COLLECTED = {"Name", "EmailAddress", "PhoneNumber", "PhysicalAddress", "UserID", "PhotosorVideos", "OtherUserContent"}
NAMES = {code: Path(f"Sources/MarketTexts/{name.capitalize()}InterfaceStrings.swift") for code, name in LANGUAGES.items()}
OWN = {"MarketAPI", "MarketClient", "MarketModels", "MarketTexts", "MarketViewModels"}
# A lazy registration is made while a cell is asked for, which ends the app.
UNUSABLE = re.compile(r"#selector|@objc\b|@IBOutlet|@IBAction|UIStoryboard|\btry!|\bas!|"
                      r"\blazy var \w+ = [\w.]*CellRegistration")
ID = re.compile(r"[0-9A-F]{24}$")
IMPORT = re.compile(r"^(?:@\w+ )?import (?:\w+ )?(\w+)", re.MULTILINE)
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
NOT_READ = re.compile(r"(?:fatalError|preconditionFailure|assertionFailure|IdentityStoreError|Logger)\($")
SHOWN = re.compile(r"(?:[tT]itle|[tT]ext|[lL]abel|placeholder|message|advice|Hint|Value|name): ?$|"
                   r"\.(?:title|text|placeholder|message|accessibilityLabel|accessibilityHint|accessibilityValue|prompt)"
                   r" = $")


def check_project(root):
    try:
        project = OpenStepDecoder.ParseFromString((root / PROJECT).read_text(encoding="utf-8"))
    except Exception as error:  # The parser raises exceptions of many classes.
        return [f"{PROJECT}: it can't be parsed: {error}"]
    objects, problems = project["objects"], []
    if project["objectVersion"] != "77":
        problems.append(f"{PROJECT}: the format is {project['objectVersion']}, not 77.")
    problems += [f"{PROJECT}: {name} is named but not defined." for name in sorted(named(project) - set(objects))]
    problems += list(missing_files(root, objects))
    by_kind = {}
    for item in objects.values():
        by_kind.setdefault(item["isa"], []).append(item)
    kinds = sorted(target["productType"].rsplit(".", 1)[-1] for target in by_kind.get("PBXNativeTarget", []))
    if kinds != ["application", "ui-testing", "unit-test"]:
        problems.append(f"{PROJECT}: the targets are {kinds}, not the app, its tests and its UI tests.")
    for target in by_kind.get("PBXNativeTarget", []):
        if not target.get("fileSystemSynchronizedGroups"):
            problems.append(f"{PROJECT}: the target's folder is not synchronised.")
    if by_kind.get("XCRemoteSwiftPackageReference"):
        problems.append(f"{PROJECT}: the app must not need the package of anyone else.")
    problems += list(server_tests(root, by_kind))
    settings = {}
    for configuration in by_kind.get("XCBuildConfiguration", []):
        settings.update(configuration["buildSettings"])
    if int(project_attribute(objects, "LastUpgradeCheck")) < 2600:
        problems.append(f"{PROJECT}: LastUpgradeCheck is that of an Xcode before 26.")
    for item in by_kind.get("PBXProject", []):
        if set(item["knownRegions"]) != {*LANGUAGES, "Base"}:
            problems.append(f"{PROJECT}: the languages are not {', '.join(sorted(LANGUAGES))}.")
    for key, value in SETTINGS.items():
        if settings.get(key) != value:
            problems.append(f"{PROJECT}: {key} is {settings.get(key)}, not {value}.")
    return problems + list(check_settings(root, settings))


def project_attribute(objects, name):
    return next((item["attributes"].get(name, 0) for item in objects.values() if item["isa"] == "PBXProject"), 0)


def named(value):
    """Returns all identifiers in a value, but not the keys of the table that defines them."""
    if isinstance(value, dict):
        return set().union(*(named(item) for item in value.values()))
    if isinstance(value, list):
        return set().union(*(named(item) for item in value))
    return {value} if isinstance(value, str) and ID.match(value) else set()


def missing_files(root, objects):
    for item in objects.values():
        path = item.get("relativePath") or item.get("path")
        if not path or item.get("sourceTree") == "BUILT_PRODUCTS_DIR":
            continue
        if not (root / APP / path).exists():
            yield f"{PROJECT}: {path} doesn't exist."
        if item["isa"] == "XCLocalSwiftPackageReference":
            manifest = root / APP / path / "Package.swift"
            text = manifest.read_text(encoding="utf-8") if manifest.exists() else ""
            # Without the key, Xcode takes the default traits, and with them all packages of the server.
            if item.get("traits") != []:
                yield f"{PROJECT}: the package has the traits {item.get('traits')}, not none."
            for product in sorted({each["productName"] for each in objects.values()
                                   if each["isa"] == "XCSwiftPackageProductDependency"}):
                if f'.library(name: "{product}"' not in text:
                    yield f"{PROJECT}: the package has no product {product}."


def server_tests(root, by_kind):
    """Yields files of the tests that need what isn't there in Xcode, but aren't left out, and the reverse."""
    left_out = {file for each in by_kind.get("PBXFileSystemSynchronizedBuildFileExceptionSet", [])
                for file in each["membershipExceptions"]}
    need = {str(file.relative_to(root / TESTS)) for file in (root / TESTS).rglob("*.swift")
            if set(IMPORT.findall(text := file.read_text(encoding="utf-8"))) & SERVER
            or re.search("withAppParts|withRealMarket", text) or file.parent.name == "Article"}
    for file in sorted(left_out ^ need):
        yield f"{PROJECT}: {file} {'needs no server' if file in left_out else 'needs the server'}."


def check_settings(root, settings):
    catalogue = root / SOURCES / "Resources/Assets.xcassets"
    for key, kind in (("ASSETCATALOG_COMPILER_APPICON_NAME", "appiconset"),
                      ("ASSETCATALOG_COMPILER_GLOBAL_ACCENT_COLOR_NAME", "colorset")):
        if not (catalogue / f"{settings.get(key)}.{kind}/Contents.json").exists():
            yield f"{PROJECT}: the catalogue has no {key} named {settings.get(key)}."
    if not (root / APP / settings.get("INFOPLIST_FILE", "-")).exists():
        yield f"{PROJECT}: there is no {settings.get('INFOPLIST_FILE')}."
    for contents in sorted(catalogue.rglob("Contents.json")):
        for picture in json.loads(contents.read_text(encoding="utf-8")).get("images", []):
            file = contents.parent / picture["filename"]
            header = file.read_bytes()[:26] if file.exists() else b""
            size = "x".join(str(side) for side in struct.unpack(">II", header[16:24])) if len(header) == 26 else None
            if size != picture["size"]:
                yield f"{file.relative_to(root)}: it is {size or 'missing'}, not {picture['size']}."
            elif header[25] & 4:
                yield f"{file.relative_to(root)}: the App Store takes no icon with transparency."


def check_lists(root):
    try:
        info = plistlib.loads((root / APP / "Info.plist").read_bytes())
        privacy = plistlib.loads((root / SOURCES / "Resources/PrivacyInfo.xcprivacy").read_bytes())
        plistlib.loads((root / APP / "OpenMarket.entitlements").read_bytes())
        catalogue = json.loads((root / SOURCES / "Resources/InfoPlist.xcstrings").read_text(encoding="utf-8"))
    except Exception as error:
        yield f"{APP}: a property list or catalogue can't be parsed: {error}"
        return
    swift = "\n".join(file.read_text(encoding="utf-8") for file in sources(root))
    for scenes in info["UIApplicationSceneManifest"]["UISceneConfigurations"].values():
        for scene in scenes:
            name = scene["UISceneDelegateClassName"].rsplit(".", 1)[-1]
            if not re.search(rf"\bclass {name}\b", swift):
                yield f"{APP}/Info.plist: there is no class {name}."
    if "UIImagePickerController" in swift and "NSCameraUsageDescription" not in info:
        yield f"{APP}/Info.plist: it doesn't say what the camera is for."
    if set(info["CFBundleLocalizations"]) != set(LANGUAGES):
        yield f"{APP}/Info.plist: the languages are not {', '.join(sorted(LANGUAGES))}."
    collected = {kind["NSPrivacyCollectedDataType"].removeprefix("NSPrivacyCollectedDataType")
                 for kind in privacy["NSPrivacyCollectedDataTypes"]}
    for kind in sorted(COLLECTED ^ collected):
        yield f"PrivacyInfo.xcprivacy: {kind} is {'missing' if kind in COLLECTED else 'not collected'}."
    strings = catalogue["strings"]
    for language, file in NAMES.items():
        name = re.search(r'case \.siteName: "(.*)"', (root / file).read_text(encoding="utf-8")).group(1)
        shown = strings["CFBundleDisplayName"]["localizations"].get(language, {}).get("stringUnit", {}).get("value")
        if shown not in (name, None):
            yield f"InfoPlist.xcstrings: the app is called {shown} and the market {name}."
    read = {key for key in info if key.endswith("UsageDescription")} | {"CFBundleDisplayName"}
    for key in sorted(read ^ set(strings)):
        yield f"{APP}/Info.plist and InfoPlist.xcstrings: only one of them has {key}."
    for key, string in sorted(strings.items()):
        texts = {language: unit["stringUnit"]["value"] for language, unit in string["localizations"].items()}
        if set(texts) != set(LANGUAGES) or not all(texts.values()):
            yield f"InfoPlist.xcstrings: {key} is not in every language."
        elif texts["en"] != info.get(key):
            yield f"InfoPlist.xcstrings: the English {key} is not that of Info.plist."


def sources(root):
    return sorted((root / SOURCES).rglob("*.swift"))


def check_sources(root):
    for file in sources(root):
        text = file.read_text(encoding="utf-8")
        place = file.relative_to(root)
        for module in IMPORT.findall(text):
            if module not in APPLE | OWN:
                yield f"{place}: {module} is neither Apple's nor ours."
        for number, line in enumerate(text.splitlines(), start=1):
            code = line.split("//")[0]
            if match := UNUSABLE.search(code):
                yield f"{place}:{number}: {match.group()} is not used in this app."
            for literal in LITERAL.finditer(line):
                before = line[:literal.start()]
                if "//" in before or NOT_READ.search(before):
                    continue
                if is_text(literal.group(1), before):
                    yield f"{place}:{number}: “{literal.group(1)}” is a text, which belongs to MarketTexts."


PROTOCOL = re.compile(r"\bprotocol (\w+)(?:: ([\w, ]+))? \{(?:\}|\n(.*?)^\})", re.MULTILINE | re.DOTALL)
CONFORMANCE = re.compile(r"^extension \w+: ([\w, ]+) \{(.*?)^\}", re.MULTILINE | re.DOTALL)
FUNCTION = re.compile(r"^    (?:@available\([^)]*\) )?func (\w+)(?:<[^>]*>)?\(([^{]*?)\)(?: ->| \{|$)", re.MULTILINE)
LABEL = re.compile(r"(?:^|, |\n) *(\w+)(?: \w+)?:")


def functions(text):
    """Returns the full names of the functions, such as scene(_:continue:)."""
    return {f"{name}({''.join(label + ':' for label in LABEL.findall(parameters))})"
            for name, parameters in FUNCTION.findall(text)}


def check_callbacks(root):
    declared = {}
    for file in sorted((root / SIGNATURES).rglob("*.swift")):
        for name, parents, body in PROTOCOL.findall(file.read_text(encoding="utf-8")):
            declared[name] = (functions(body), parents.split(", "))

    def requirements(name):
        own, parents = declared.get(name, (set(), []))
        return own.union(*(requirements(parent) for parent in parents))

    for file in sources(root):
        for names, body in CONFORMANCE.findall(file.read_text(encoding="utf-8")):
            known = set().union(*(requirements(name) for name in names.split(", ")))
            if not known:
                continue
            for function in sorted(functions(body) - known):
                yield f"{file.relative_to(root)}: {names} has no {function}."


def is_text(literal, before):
    plain = re.sub(r"\\\([^)]*\)", "", literal)
    if re.search(r"[가-힣]|[A-Za-z]{2,} [a-z]{2,}", plain):
        return True
    # Names of symbols such as `text.alignleft`.
    if re.fullmatch(r"[a-z0-9]+(?:\.[a-z0-9]+)+", plain) or "systemName" in before:
        return False
    return bool(SHOWN.search(before) and re.search(r"[A-Za-z]{2,}", plain))


def check(root):
    return (check_project(root) + list(check_lists(root)) + list(check_sources(root)) + list(check_callbacks(root)))


MISTAKES = [
    (PROJECT, "objectVersion = 77", "objectVersion = 60", "the format is 60"),
    (PROJECT, "path = Info.plist;", "path = Infos.plist;", "Infos.plist doesn't exist"),
    (PROJECT, "isa = PBXBuildFile; productRef = 0F", "isa = PBXBuildFile; productRef = AF", "named but not defined"),
    (PROJECT, "objects = {", "objects = ", "can't be parsed"),
    (PROJECT, "= AppIcon;", "= Icon;", "no ASSETCATALOG_COMPILER_APPICON_NAME named Icon"),
    (PROJECT, "\t\t\t\tko,\n", "", "the languages are not en, ko"),
    (PROJECT, "SWIFT_VERSION = 6.0", "SWIFT_VERSION = 5.0", "SWIFT_VERSION is 5.0"),
    (PROJECT, "traits = (\n\t\t\t);", "", "the traits None, not none"),
    (PROJECT, "List/RealMarketWalkTests.swift", "List/ListWalkTests.swift", "RealMarketWalkTests.swift needs the server"),
    (PROJECT, "bundle.ui-testing", "bundle.unit-test", "not the app, its tests and its UI tests"),
    (APP / "Info.plist", ".SceneDelegate<", ".Scenes<", "no class Scenes"),
    (APP / "Info.plist", "NSCameraUsageDescription", "NSContactsUsageDescription", "what the camera is for"),
    (SOURCES / "Resources/InfoPlist.xcstrings", '"ko" :', '"fr" :', "not in every language"),
    (SOURCES / "Resources/InfoPlist.xcstrings", "오픈 마켓", "오픈마켓", "called 오픈마켓 and the market 오픈 마켓"),
    (SOURCES / "Resources/PrivacyInfo.xcprivacy", "DataTypePhoneNumber<", "DataTypeHealth<", "PhoneNumber is missing"),
    (PROJECT, "LastUpgradeCheck = 2600", "LastUpgradeCheck = 1620", "an Xcode before 26"),
    (SOURCES / "App/SceneDelegate.swift", "import UIKit", "import RxSwift", "RxSwift is neither"),
    (SOURCES / "App/SceneDelegate.swift", "window = window", 'title = "Market"', "“Market” is a text"),
    (SOURCES / "App/SceneDelegate.swift", "window = window", 'show("Nothing for sale")', "“Nothing for sale” is a text"),
    (SOURCES / "App/SceneDelegate.swift", "window = window", 'show("없어요")', "“없어요” is a text"),
    (SOURCES / "App/SceneDelegate.swift", "window = window", "let a = #selector(open)", "#selector is not used"),
    (SOURCES / "App/SceneDelegate.swift", "window = window", "lazy var cells = UICollectionView.CellRegistration<A, B> {",
     "lazy var cells = UICollectionView.CellRegistration is not used"),
    (SOURCES / "Product/PicturePager.swift", "EndDragging(_ scrollView: UIScrollView, willDecelerate",
     "EndDragging(_ scrollView: UIScrollView, decelerate", "no scrollViewDidEndDragging(_:decelerate:)"),
    (SOURCES / "Form/TextViewRow.swift", "func textViewDidChange(", "func textViewHasChanged(", "no textViewHasChanged(_:)"),
]


def self_test(root):
    for file, old, new, expected in MISTAKES:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder)
            shutil.copytree(root / APP, copy / APP, ignore=shutil.ignore_patterns(".build*"))
            for folder in (TESTS, SIGNATURES):
                shutil.copytree(root / folder, copy / folder)
            for names in NAMES.values():
                (copy / names).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(root / names, copy / names)
            text = (copy / file).read_text(encoding="utf-8")
            if old not in text:
                sys.exit(f"check-app-project: {file} has no “{old}” to change.")
            (copy / file).write_text(text.replace(old, new), encoding="utf-8")
            problems = check(copy)
        if not any(expected in problem for problem in problems):
            sys.exit(f"check-app-project should say “{expected}” and says {problems}")
    print(f"check-app-project finds all {len(MISTAKES)} errors in changed copies")


def main():
    root = Path(__file__).resolve().parent.parent
    if sys.argv[1:] == ["--self-test"]:
        return self_test(root)
    problems = check(root)
    if problems:
        sys.exit("\n".join(problems))
    print(f"the Xcode project names what exists, and its {len(sources(root))} source files have no text of their own")
    return None


if __name__ == "__main__":
    main()
