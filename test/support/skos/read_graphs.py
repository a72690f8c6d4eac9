"""Reads Turtle and JSON-LD with rdflib, and prints what a program of others finds in them as JSON."""
import json
import sys

from rdflib import BNode, Graph, URIRef
from rdflib.namespace import DCTERMS, OWL, RDF, SKOS

turtle, json_ld = Graph().parse(sys.argv[1], format="turtle"), Graph().parse(sys.argv[2], format="json-ld")


def texts(subject, predicate):
    return sorted([text.language.lower(), str(text)] for text in turtle.objects(subject, predicate))


def iris(subject, predicate):
    return sorted(str(iri) for iri in turtle.objects(subject, predicate))


def items(kind):
    return {
        str(item): {
            "labels": texts(item, SKOS.prefLabel),
            "definitions": texts(item, SKOS.definition),
            "descriptions": texts(item, SKOS.scopeNote) + texts(item, DCTERMS.description),
            "reasons": texts(item, SKOS.historyNote),
            "notations": [[str(code), str(code.datatype)] for code in turtle.objects(item, SKOS.notation)],
            "schemes": iris(item, SKOS.inScheme),
            "tops": iris(item, SKOS.hasTopConcept),
            "deprecated": [code.toPython() for code in turtle.objects(item, OWL.deprecated)],
            "replacements": iris(item, DCTERMS.isReplacedBy),
            "versions": [str(version) for version in turtle.objects(item, OWL.versionInfo)],
        }
        for item in turtle.subjects(RDF.type, kind)
        if isinstance(item, URIRef)
    }


json.dump(
    {
        # Without blank nodes, graphs are isomorphic if they are equal (RDF 1.1 Concepts, 3.6).
        "isomorphic": set(turtle) == set(json_ld),
        "blank": sum(isinstance(term, BNode) for triple in turtle for term in triple),
        "size": len(turtle),
        "concepts": items(SKOS.Concept),
        "schemes": items(SKOS.ConceptScheme),
        "ontologies": {
            str(item): {
                "versions": [str(version) for version in turtle.objects(item, OWL.versionInfo)],
                "prior": iris(item, OWL.priorVersion),
                "issued": [str(date) for date in turtle.objects(item, DCTERMS.issued)],
                "titles": texts(item, DCTERMS.title),
            }
            for item in turtle.subjects(RDF.type, OWL.Ontology)
        },
    },
    sys.stdout,
)
